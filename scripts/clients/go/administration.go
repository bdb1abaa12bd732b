package main

import (
	dtrack "github.com/DependencyTrack/client-go"
)

func (d *driver) driveAdministration() {
	c, ctx := d.Client, d.ctx
	get(d, "About.Get", func() (dtrack.About, error) { return c.About.Get(ctx) })
	get(d, "Health.Get", func() (dtrack.Health, error) { return c.Health.Get(ctx) })
	property := dtrack.ConfigProperty{GroupName: "general", Name: "base.url", Value: "https://tallyman.example.org", Type: "URL"}
	get(d, "Config.GetAll", func() ([]dtrack.ConfigProperty, error) { return c.Config.GetAll(ctx) })
	get(d, "Config.Get", func() (dtrack.ConfigProperty, error) { return c.Config.Get(ctx, "general", "base.url") })
	get(d, "Config.Update", func() (dtrack.ConfigProperty, error) { return c.Config.Update(ctx, property) })
	get(d, "Config.UpdateAll", func() ([]dtrack.ConfigProperty, error) {
		return c.Config.UpdateAll(ctx, []dtrack.ConfigProperty{property})
	})
	d.driveRepositories()
}

func (d *driver) driveRepositories() {
	c, ctx := d.Client, d.ctx
	created := get(d, "Repository.Create", func() (dtrack.Repository, error) {
		return c.Repository.Create(ctx, dtrack.Repository{Type: dtrack.RepositoryTypeMaven, Identifier: d.name("repository"),
			Url: "https://repository.example.org/maven"})
	})
	get(d, "Repository.GetAll", func() (dtrack.Page[dtrack.Repository], error) { return c.Repository.GetAll(ctx, page) })
	get(d, "Repository.GetByType", func() (dtrack.Page[dtrack.Repository], error) {
		return c.Repository.GetByType(ctx, dtrack.RepositoryTypeMaven, page)
	})
	get(d, "Repository.Update", func() (dtrack.Repository, error) { return c.Repository.Update(ctx, created) })
	get(d, "Repository.GetMetaComponent", func() (dtrack.RepositoryMetaComponent, error) {
		return c.Repository.GetMetaComponent(ctx, "pkg:maven/com.acme.example/invoice-writer@1.8.0")
	})
	d.do("Repository.Delete", func() error { return c.Repository.Delete(ctx, created.UUID) })
}

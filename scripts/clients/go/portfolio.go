package main

import (
	"encoding/base64"

	dtrack "github.com/DependencyTrack/client-go"
	"github.com/google/uuid"
)

var (
	page = dtrack.PageOptions{PageNumber: 1, PageSize: 10}
	sort = dtrack.SortOptions{}
)

func (d *driver) drivePortfolio() {
	d.driveProjects()
	d.driveComponents()
	d.driveTags()
	d.driveLicenses()
}

func (d *driver) driveProjects() {
	c, ctx := d.Client, d.ctx
	name := d.name("project")
	created := get(d, "Project.Create", func() (dtrack.Project, error) {
		return c.Project.Create(ctx, dtrack.Project{Name: name, Version: "1", Active: true, IsLatest: dtrack.OptionalBoolOf(true)})
	})
	get(d, "Project.Get", func() (dtrack.Project, error) { return c.Project.Get(ctx, created.UUID) })
	get(d, "Project.GetAll", func() (dtrack.Page[dtrack.Project], error) { return c.Project.GetAll(ctx, page) })
	get(d, "Project.Latest", func() (dtrack.Project, error) { return c.Project.Latest(ctx, name) })
	get(d, "Project.GetProjectsForName", func() ([]dtrack.Project, error) {
		return c.Project.GetProjectsForName(ctx, name, false, false)
	})
	get(d, "Project.Lookup", func() (dtrack.Project, error) { return c.Project.Lookup(ctx, name, "1") })
	get(d, "Project.Patch", func() (dtrack.Project, error) {
		return c.Project.Patch(ctx, created.UUID, dtrack.Project{Description: "changed", Active: true})
	})
	get(d, "Project.Update", func() (dtrack.Project, error) {
		created.Description = "changed again"
		return c.Project.Update(ctx, created)
	})
	get(d, "Project.GetAllByTag", func() (dtrack.Page[dtrack.Project], error) {
		return c.Project.GetAllByTag(ctx, "none", false, false, page)
	})
	get(d, "Project.GetChildren", func() (dtrack.Page[dtrack.Project], error) {
		return c.Project.GetChildren(ctx, created.UUID, page)
	})
	get(d, "Project.Clone", func() (dtrack.EventToken, error) {
		return c.Project.Clone(ctx, dtrack.ProjectCloneRequest{ProjectUUID: d.seed.Project, Version: d.name("clone")})
	})
	property := dtrack.ProjectProperty{Group: "g", Name: "p", Value: "v", Type: "STRING"}
	get(d, "ProjectProperty.Create", func() (dtrack.ProjectProperty, error) {
		return c.ProjectProperty.Create(ctx, created.UUID, property)
	})
	get(d, "ProjectProperty.GetAll", func() (dtrack.Page[dtrack.ProjectProperty], error) {
		return c.ProjectProperty.GetAll(ctx, created.UUID, page)
	})
	get(d, "ProjectProperty.Update", func() (dtrack.ProjectProperty, error) {
		return c.ProjectProperty.Update(ctx, created.UUID, property)
	})
	d.do("ProjectProperty.Delete", func() error { return c.ProjectProperty.Delete(ctx, created.UUID, "g", "p") })
	d.driveUploads()
	d.do("Project.Delete", func() error { return c.Project.Delete(ctx, created.UUID) })
}

func (d *driver) driveUploads() {
	c, ctx := d.Client, d.ctx
	encoded := base64.StdEncoding.EncodeToString([]byte(d.seed.BOM))
	token := get(d, "BOM.Upload", func() (dtrack.BOMUploadToken, error) {
		return c.BOM.Upload(ctx, dtrack.BOMUploadRequest{ProjectName: d.name("bom"), ProjectVersion: "1", AutoCreate: true, BOM: encoded})
	})
	get(d, "BOM.PostBom", func() (dtrack.BOMUploadToken, error) {
		return c.BOM.PostBom(ctx, dtrack.BOMUploadRequest{ProjectName: d.name("bom"), ProjectVersion: "1", AutoCreate: true, BOM: d.seed.BOM})
	})
	get(d, "BOM.IsBeingProcessed", func() (bool, error) { return c.BOM.IsBeingProcessed(ctx, token) })
	get(d, "Event.IsBeingProcessed", func() (bool, error) { return c.Event.IsBeingProcessed(ctx, dtrack.EventToken(token)) })
	get(d, "BOM.ExportProject", func() (string, error) {
		return c.BOM.ExportProject(ctx, d.seed.Project, dtrack.BOMFormatJSON, dtrack.BOMVariantVDR)
	})
	get(d, "BOM.ExportComponent", func() (string, error) {
		return c.BOM.ExportComponent(ctx, d.seed.Component, dtrack.BOMFormatXML)
	})
}

func (d *driver) driveComponents() {
	c, ctx := d.Client, d.ctx
	created := get(d, "Component.Create", func() (dtrack.Component, error) {
		return c.Component.Create(ctx, d.seed.Project, dtrack.Component{Name: d.name("component"), Version: "1", Classifier: "LIBRARY"})
	})
	get(d, "Component.Get", func() (dtrack.Component, error) { return c.Component.Get(ctx, created.UUID) })
	get(d, "Component.GetAll", func() (dtrack.Page[dtrack.Component], error) {
		return c.Component.GetAll(ctx, d.seed.Project, page, dtrack.ComponentFilterOptions{OnlyDirect: true})
	})
	get(d, "Component.Update", func() (dtrack.Component, error) {
		created.Version = "2"
		return c.Component.Update(ctx, created)
	})
	property := get(d, "Component.CreateProperty", func() (dtrack.ComponentProperty, error) {
		return c.Component.CreateProperty(ctx, created.UUID, dtrack.ComponentProperty{Group: "g", Name: "p", Value: "v", Type: "STRING"})
	})
	get(d, "Component.GetProperties", func() ([]dtrack.ComponentProperty, error) {
		return c.Component.GetProperties(ctx, created.UUID)
	})
	d.do("Component.DeleteProperty", func() error { return c.Component.DeleteProperty(ctx, created.UUID, property.UUID) })
	get(d, "Component.GetByHash", func() (dtrack.Page[dtrack.Component], error) {
		return c.Component.GetByHash(ctx, "d41d8cd98f00b204e9800998ecf8427e", page, sort)
	})
	get(d, "Component.GetByIdentity", func() (dtrack.Page[dtrack.Component], error) {
		return c.Component.GetByIdentity(ctx, page, sort, dtrack.ComponentIdentityQueryOptions{Name: "basket"})
	})
	d.do("Component.IdentifyInternal", func() error { return c.Component.IdentifyInternal(ctx) })
	d.do("Component.Delete", func() error { return c.Component.Delete(ctx, created.UUID) })
}

func (d *driver) driveTags() {
	c, ctx := d.Client, d.ctx
	tag := d.name("tag")
	projects := []uuid.UUID{d.seed.Project}
	d.do("Tag.Create", func() error { return c.Tag.Create(ctx, []string{tag}) })
	get(d, "Tag.GetAll", func() (dtrack.Page[dtrack.TagListResponseItem], error) { return c.Tag.GetAll(ctx, page, sort) })
	d.do("Tag.TagProjects", func() error { return c.Tag.TagProjects(ctx, tag, projects) })
	get(d, "Tag.GetProjects", func() (dtrack.Page[dtrack.TaggedProjectListResponseItem], error) {
		return c.Tag.GetProjects(ctx, tag, page, sort)
	})
	d.do("Tag.UntagProjects", func() error { return c.Tag.UntagProjects(ctx, tag, projects) })
	d.do("Tag.Delete", func() error { return c.Tag.Delete(ctx, []string{tag}) })
}

func (d *driver) driveLicenses() {
	c, ctx := d.Client, d.ctx
	id := d.name("License")
	created := get(d, "License.Create", func() (dtrack.License, error) {
		return c.License.Create(ctx, dtrack.License{Name: id, LicenseID: id})
	})
	get(d, "License.GetAll", func() (dtrack.Page[dtrack.License], error) { return c.License.GetAll(ctx, page) })
	get(d, "License.Get", func() (dtrack.License, error) { return c.License.Get(ctx, "Apache-2.0") })
	get(d, "License.GetConcise", func() ([]dtrack.License, error) { return c.License.GetConcise(ctx) })
	group := get(d, "LicenseGroup.Create", func() (dtrack.LicenseGroup, error) {
		return c.LicenseGroup.Create(ctx, dtrack.LicenseGroup{Name: d.name("group")})
	})
	get(d, "LicenseGroup.Get", func() (dtrack.LicenseGroup, error) { return c.LicenseGroup.Get(ctx, group.UUID) })
	get(d, "LicenseGroup.GetAll", func() (dtrack.Page[dtrack.LicenseGroup], error) { return c.LicenseGroup.GetAll(ctx, page, sort) })
	get(d, "LicenseGroup.AddLicense", func() (dtrack.LicenseGroup, error) {
		return c.LicenseGroup.AddLicense(ctx, group.UUID, created.UUID)
	})
	get(d, "LicenseGroup.RemoveLicense", func() (dtrack.LicenseGroup, error) {
		return c.LicenseGroup.RemoveLicense(ctx, group.UUID, created.UUID)
	})
	get(d, "LicenseGroup.Update", func() (dtrack.LicenseGroup, error) {
		group.Name = d.name("group")
		return c.LicenseGroup.Update(ctx, group)
	})
	d.do("LicenseGroup.Delete", func() error { return c.LicenseGroup.Delete(ctx, group.UUID) })
	d.do("License.Delete", func() error { return c.License.Delete(ctx, id) })
}

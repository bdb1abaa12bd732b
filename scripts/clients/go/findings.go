package main

import (
	"encoding/base64"
	"time"

	dtrack "github.com/DependencyTrack/client-go"
	"github.com/google/uuid"
)

func (d *driver) driveFindings() {
	c, ctx, s := d.Client, d.ctx, d.seed
	get(d, "Analysis.Create", func() (dtrack.Analysis, error) {
		return c.Analysis.Create(ctx, dtrack.AnalysisRequest{Component: s.Component, Project: s.Project,
			Vulnerability: s.Vulnerability, State: dtrack.AnalysisStateInTriage, Comment: "looked at"})
	})
	get(d, "Analysis.Get", func() (dtrack.Analysis, error) {
		return c.Analysis.Get(ctx, s.Component, s.Project, s.Vulnerability)
	})
	get(d, "Finding.GetAll", func() (dtrack.Page[dtrack.Finding], error) { return c.Finding.GetAll(ctx, s.Project, false, page) })
	get(d, "Finding.ExportFPF", func() ([]byte, error) { return c.Finding.ExportFPF(ctx, s.Project) })
	get(d, "Finding.AnalyzeProject", func() (dtrack.BOMUploadToken, error) { return c.Finding.AnalyzeProject(ctx, s.Project) })
	get(d, "VEX.ExportCycloneDX", func() (string, error) { return c.VEX.ExportCycloneDX(ctx, s.Project) })
	get(d, "VEX.Upload", func() (dtrack.VEXUploadToken, error) {
		vex := `{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "vulnerabilities": []}`
		return c.VEX.Upload(ctx, dtrack.VEXUploadRequest{ProjectUUID: &s.Project, VEX: base64.StdEncoding.EncodeToString([]byte(vex))})
	})
	d.driveVulnerabilities()
	d.driveMetrics()
}

func (d *driver) driveVulnerabilities() {
	c, ctx, s := d.Client, d.ctx, d.seed
	get(d, "Vulnerability.Get", func() (dtrack.Vulnerability, error) { return c.Vulnerability.Get(ctx, s.Vulnerability) })
	get(d, "Vulnerability.GetAllForComponent", func() (dtrack.Page[dtrack.Vulnerability], error) {
		return c.Vulnerability.GetAllForComponent(ctx, s.Component, true, page)
	})
	get(d, "Vulnerability.GetAllForProject", func() (dtrack.Page[dtrack.Vulnerability], error) {
		return c.Vulnerability.GetAllForProject(ctx, s.Project, true, page)
	})
	other, err := c.Component.Create(ctx, s.Project, dtrack.Component{Name: d.name("assigned"), Version: "1", Classifier: "LIBRARY"})
	if err != nil {
		other.UUID = uuid.Nil
	}
	d.do("Vulnerability.Assign", func() error { return c.Vulnerability.Assign(ctx, s.Vulnerability, other.UUID) })
	d.do("Vulnerability.Unassign", func() error { return c.Vulnerability.Unassign(ctx, s.Vulnerability, other.UUID) })
}

func (d *driver) driveMetrics() {
	c, ctx, s := d.Client, d.ctx, d.seed
	since := time.Now().AddDate(0, 0, -30)
	get(d, "Metrics.LatestPortfolioMetrics", func() (dtrack.PortfolioMetrics, error) { return c.Metrics.LatestPortfolioMetrics(ctx) })
	get(d, "Metrics.PortfolioMetricsSince", func() ([]dtrack.PortfolioMetrics, error) {
		return c.Metrics.PortfolioMetricsSince(ctx, since)
	})
	get(d, "Metrics.PortfolioMetricsSinceDays", func() ([]dtrack.PortfolioMetrics, error) {
		return c.Metrics.PortfolioMetricsSinceDays(ctx, 30)
	})
	d.do("Metrics.RefreshPortfolioMetrics", func() error { return c.Metrics.RefreshPortfolioMetrics(ctx) })
	get(d, "Metrics.LatestProjectMetrics", func() (dtrack.ProjectMetrics, error) {
		return c.Metrics.LatestProjectMetrics(ctx, s.Project)
	})
	get(d, "Metrics.ProjectMetricsSince", func() ([]dtrack.ProjectMetrics, error) {
		return c.Metrics.ProjectMetricsSince(ctx, s.Project, since)
	})
	get(d, "Metrics.ProjectMetricsSinceDays", func() ([]dtrack.ProjectMetrics, error) {
		return c.Metrics.ProjectMetricsSinceDays(ctx, s.Project, 30)
	})
	d.do("Metrics.RefreshProjectMetrics", func() error { return c.Metrics.RefreshProjectMetrics(ctx, s.Project) })
}

package main

import (
	dtrack "github.com/DependencyTrack/client-go"
	"github.com/google/uuid"
)

func (d *driver) drivePolicies() {
	c, ctx, s := d.Client, d.ctx, d.seed
	created := get(d, "Policy.Create", func() (dtrack.Policy, error) {
		return c.Policy.Create(ctx, dtrack.Policy{Name: d.name("policy"), Operator: dtrack.PolicyOperatorAny,
			ViolationState: dtrack.PolicyViolationStateInfo})
	})
	get(d, "Policy.Get", func() (dtrack.Policy, error) { return c.Policy.Get(ctx, created.UUID) })
	get(d, "Policy.GetAll", func() (dtrack.Page[dtrack.Policy], error) { return c.Policy.GetAll(ctx, page) })
	get(d, "Policy.Update", func() (dtrack.Policy, error) {
		created.ViolationState = dtrack.PolicyViolationStateWarn
		return c.Policy.Update(ctx, created)
	})
	get(d, "Policy.AddProject", func() (dtrack.Policy, error) { return c.Policy.AddProject(ctx, created.UUID, s.Project) })
	get(d, "Policy.DeleteProject", func() (dtrack.Policy, error) { return c.Policy.DeleteProject(ctx, created.UUID, s.Project) })
	get(d, "Policy.AddTag", func() (dtrack.Policy, error) { return c.Policy.AddTag(ctx, created.UUID, "go") })
	get(d, "Policy.DeleteTag", func() (dtrack.Policy, error) { return c.Policy.DeleteTag(ctx, created.UUID, "go") })
	d.drivePolicyTags(created.UUID)
	condition := get(d, "PolicyCondition.Create", func() (dtrack.PolicyCondition, error) {
		return c.PolicyCondition.Create(ctx, created.UUID, dtrack.PolicyCondition{Subject: dtrack.PolicyConditionSubjectPackageURL,
			Operator: dtrack.PolicyConditionOperatorMatches, Value: "pkg:npm/x.*"})
	})
	get(d, "PolicyCondition.Update", func() (dtrack.PolicyCondition, error) {
		condition.Value = "pkg:npm/y.*"
		return c.PolicyCondition.Update(ctx, condition)
	})
	d.do("PolicyCondition.Delete", func() error { return c.PolicyCondition.Delete(ctx, condition.UUID) })
	d.do("Policy.Delete", func() error { return c.Policy.Delete(ctx, created.UUID) })
	d.driveViolations()
}

func (d *driver) drivePolicyTags(policy uuid.UUID) {
	c, ctx := d.Client, d.ctx
	tag, policies := d.name("tag"), []uuid.UUID{policy}
	if err := c.Tag.Create(ctx, []string{tag}); err != nil {
		fail(err)
	}
	d.do("Tag.TagPolicies", func() error { return c.Tag.TagPolicies(ctx, tag, policies) })
	get(d, "Tag.GetPolicies", func() (dtrack.Page[dtrack.TaggedPolicyListResponseItem], error) {
		return c.Tag.GetPolicies(ctx, tag, page, sort)
	})
	get(d, "Tag.GetTagsForPolicy", func() (dtrack.Page[dtrack.Tag], error) {
		return c.Tag.GetTagsForPolicy(ctx, policy, page, sort)
	})
	d.do("Tag.UntagPolicies", func() error { return c.Tag.UntagPolicies(ctx, tag, policies) })
}

func (d *driver) driveViolations() {
	c, ctx, s := d.Client, d.ctx, d.seed
	get(d, "PolicyViolation.GetAll", func() (dtrack.Page[dtrack.PolicyViolation], error) {
		return c.PolicyViolation.GetAll(ctx, false, page)
	})
	get(d, "PolicyViolation.GetAllForProject", func() (dtrack.Page[dtrack.PolicyViolation], error) {
		return c.PolicyViolation.GetAllForProject(ctx, s.Project, false, page)
	})
	get(d, "PolicyViolation.GetAllForComponent", func() (dtrack.Page[dtrack.PolicyViolation], error) {
		return c.PolicyViolation.GetAllForComponent(ctx, s.Component, false, page)
	})
	get(d, "ViolationAnalysis.Update", func() (dtrack.ViolationAnalysis, error) {
		return c.ViolationAnalysis.Update(ctx, dtrack.ViolationAnalysisRequest{Component: s.Component,
			PolicyViolation: s.Violation, State: dtrack.ViolationAnalysisStateApproved})
	})
	get(d, "ViolationAnalysis.Get", func() (dtrack.ViolationAnalysis, error) {
		return c.ViolationAnalysis.Get(ctx, s.Component, s.Violation)
	})
}

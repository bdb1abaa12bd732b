package main

import (
	dtrack "github.com/DependencyTrack/client-go"
	"github.com/google/uuid"
)

const webhook = "org.dependencytrack.notification.publisher.WebhookPublisher"

func (d *driver) driveNotifications() {
	c, ctx, s := d.Client, d.ctx, d.seed
	publishers := get(d, "Notification.GetAllPublishers", func() ([]dtrack.NotificationPublisher, error) {
		return c.Notification.GetAllPublishers(ctx)
	})
	publisher := get(d, "Notification.CreatePublisher", func() (dtrack.NotificationPublisher, error) {
		return c.Notification.CreatePublisher(ctx, dtrack.NotificationPublisher{Name: d.name("publisher"), PublisherClass: webhook,
			Template: "{}", TemplateMIMEType: "application/json"})
	})
	get(d, "Notification.UpdatePublisher", func() (dtrack.NotificationPublisher, error) {
		publisher.Description = "changed"
		return c.Notification.UpdatePublisher(ctx, publisher)
	})
	d.do("Notification.DeletePublisher", func() error { return c.Notification.DeletePublisher(ctx, publisher.UUID) })
	d.do("Notification.RestoreDefaultTemplates", func() error { return c.Notification.RestoreDefaultTemplates(ctx) })
	used := first(publishers)
	rule := get(d, "Notification.CreateRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.CreateRule(ctx, dtrack.NotificationRule{Name: d.name("rule"), Scope: dtrack.NotificationRuleScopePortfolio,
			NotificationLevel: dtrack.NotificationRuleLevelInformational, TriggerType: dtrack.NotificationRuleTriggerTypeEvent, Publisher: used})
	})
	get(d, "Notification.GetAllRules", func() (dtrack.Page[dtrack.NotificationRule], error) {
		return c.Notification.GetAllRules(ctx, page, sort, dtrack.GetAllRulesFilterOptions{})
	})
	get(d, "Notification.UpdateRule", func() (dtrack.NotificationRule, error) {
		rule.NotifyOn = []dtrack.NotificationRuleNotifyOn{"BOM_PROCESSED"}
		return c.Notification.UpdateRule(ctx, rule)
	})
	get(d, "Notification.AddProjectToRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.AddProjectToRule(ctx, rule.UUID, s.Project)
	})
	get(d, "Notification.RemoveProjectFromRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.RemoveProjectFromRule(ctx, rule.UUID, s.Project)
	})
	d.driveMailRule(publishers)
	d.driveRuleTags(rule.UUID)
	d.do("Notification.TestRule", func() error { return c.Notification.TestRule(ctx, rule.UUID) })
	d.do("Notification.TestSMTP", func() error { return c.Notification.TestSMTP(ctx, "somebody@example.org") })
	get(d, "Notification.CreateScheduledRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.CreateScheduledRule(ctx, dtrack.CreateScheduledNotificationRuleRequest{Name: d.name("scheduled"),
			Scope: dtrack.NotificationRuleScopePortfolio, NotificationLevel: dtrack.NotificationRuleLevelInformational,
			Publisher: dtrack.Publisher{UUID: used.UUID}})
	})
	d.do("Notification.DeleteRule", func() error { return c.Notification.DeleteRule(ctx, rule) })
}

// Teams are recipients of mail only.
func (d *driver) driveMailRule(publishers []dtrack.NotificationPublisher) {
	c, ctx, s := d.Client, d.ctx, d.seed
	mail := first(publishers)
	for _, publisher := range publishers {
		if publisher.Name == "Email" {
			mail = publisher
		}
	}
	rule, err := c.Notification.CreateRule(ctx, dtrack.NotificationRule{Name: d.name("mail"),
		Scope: dtrack.NotificationRuleScopePortfolio, NotificationLevel: dtrack.NotificationRuleLevelInformational,
		TriggerType: dtrack.NotificationRuleTriggerTypeEvent, Publisher: mail})
	if err != nil {
		rule.UUID = uuid.Nil
	}
	get(d, "Notification.AddTeamToRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.AddTeamToRule(ctx, rule.UUID, s.Team)
	})
	get(d, "Notification.RemoveTeamFromRule", func() (dtrack.NotificationRule, error) {
		return c.Notification.RemoveTeamFromRule(ctx, rule.UUID, s.Team)
	})
}

func (d *driver) driveRuleTags(rule uuid.UUID) {
	c, ctx := d.Client, d.ctx
	tag, rules := d.name("tag"), []uuid.UUID{rule}
	if err := c.Tag.Create(ctx, []string{tag}); err != nil {
		fail(err)
	}
	d.do("Tag.TagNotificationRules", func() error { return c.Tag.TagNotificationRules(ctx, tag, rules) })
	get(d, "Tag.GetNotificationRules", func() (dtrack.Page[dtrack.TaggedPolicyListResponseItem], error) {
		return c.Tag.GetNotificationRules(ctx, tag, page, sort)
	})
	d.do("Tag.UntagNotificationRules", func() error { return c.Tag.UntagNotificationRules(ctx, tag, rules) })
}

func first(publishers []dtrack.NotificationPublisher) (p dtrack.NotificationPublisher) {
	if len(publishers) > 0 {
		p = publishers[0]
	}
	return p
}

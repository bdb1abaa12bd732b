package main

import (
	dtrack "github.com/DependencyTrack/client-go"
)

const password = "ample-Quartz-Meadow-41"

var viewPortfolio = dtrack.Permission{Name: dtrack.PermissionViewPortfolio}

func (d *driver) driveAccess() {
	team := d.driveTeams()
	d.driveUsers(team)
	d.driveDirectory(team)
	d.driveOpenID(team)
	d.do("Team.Delete", func() error { return d.Team.Delete(d.ctx, team) })
}

func (d *driver) driveTeams() dtrack.Team {
	c, ctx, s := d.Client, d.ctx, d.seed
	team := get(d, "Team.Create", func() (dtrack.Team, error) { return c.Team.Create(ctx, dtrack.Team{Name: d.name("team")}) })
	get(d, "Team.Get", func() (dtrack.Team, error) { return c.Team.Get(ctx, team.UUID) })
	get(d, "Team.GetAll", func() (dtrack.Page[dtrack.Team], error) { return c.Team.GetAll(ctx, page) })
	get(d, "Team.Update", func() (dtrack.Team, error) {
		team.Name = d.name("team")
		return c.Team.Update(ctx, team)
	})
	key := get(d, "Team.GenerateAPIKey", func() (dtrack.APIKey, error) { return c.Team.GenerateAPIKey(ctx, team.UUID) })
	get(d, "Team.GetAPIKeys", func() ([]dtrack.APIKey, error) { return c.Team.GetAPIKeys(ctx, team.UUID) })
	get(d, "Team.UpdateAPIKeyComment", func() (string, error) { return c.Team.UpdateAPIKeyComment(ctx, key.PublicId, "pipeline") })
	d.do("Team.DeleteAPIKey", func() error { return c.Team.DeleteAPIKey(ctx, key.PublicId) })
	get(d, "Permission.GetAll", func() (dtrack.Page[dtrack.Permission], error) { return c.Permission.GetAll(ctx, page) })
	get(d, "Permission.AddPermissionToTeam", func() (dtrack.Team, error) {
		return c.Permission.AddPermissionToTeam(ctx, viewPortfolio, team.UUID)
	})
	get(d, "Permission.RemovePermissionFromTeam", func() (dtrack.Team, error) {
		return c.Permission.RemovePermissionFromTeam(ctx, viewPortfolio, team.UUID)
	})
	d.do("ACL.AddProjectMapping", func() error {
		return c.ACL.AddProjectMapping(ctx, dtrack.ACLMappingRequest{Team: team.UUID, Project: s.Project})
	})
	get(d, "ACL.GetAllProjects", func() (dtrack.Page[dtrack.Project], error) { return c.ACL.GetAllProjects(ctx, team.UUID, page) })
	d.do("ACL.RemoveProjectMapping", func() error { return c.ACL.RemoveProjectMapping(ctx, team.UUID, s.Project) })
	return team
}

func (d *driver) driveUsers(team dtrack.Team) {
	c, ctx := d.Client, d.ctx
	name := d.name("user")
	user := get(d, "User.CreateManaged", func() (dtrack.ManagedUser, error) {
		return c.User.CreateManaged(ctx, dtrack.ManagedUser{Username: name, Fullname: name, Email: name + "@example.org",
			NewPassword: password, ConfirmPassword: password})
	})
	get(d, "User.GetAllManaged", func() (dtrack.Page[dtrack.ManagedUser], error) { return c.User.GetAllManaged(ctx, page) })
	get(d, "User.UpdateManaged", func() (dtrack.ManagedUser, error) {
		user.Fullname = "changed"
		return c.User.UpdateManaged(ctx, user)
	})
	get(d, "User.AddTeamToUser", func() (dtrack.UserPrincipal, error) { return c.User.AddTeamToUser(ctx, name, team.UUID) })
	get(d, "User.RemoveTeamFromUser", func() (dtrack.UserPrincipal, error) { return c.User.RemoveTeamFromUser(ctx, name, team.UUID) })
	get(d, "Permission.AddPermissionToUser", func() (dtrack.UserPrincipal, error) {
		return c.Permission.AddPermissionToUser(ctx, viewPortfolio, name)
	})
	get(d, "Permission.RemovePermissionFromUser", func() (dtrack.UserPrincipal, error) {
		return c.Permission.RemovePermissionFromUser(ctx, viewPortfolio, name)
	})
	d.driveOwnAccount(name)
	d.do("User.DeleteManaged", func() error { return c.User.DeleteManaged(ctx, user) })
}

// Signed in as the user: an API key has no account of its own.
func (d *driver) driveOwnAccount(name string) {
	token := get(d, "User.Login", func() (string, error) { return d.User.Login(d.ctx, name, password) })
	base := d.BaseURL()
	own, err := dtrack.NewClient(base.String(), dtrack.WithBearerToken(token))
	if err != nil {
		fail(err)
	}
	self := get(d, "User.GetSelf", func() (dtrack.UserPrincipal, error) { return own.User.GetSelf(d.ctx) })
	get(d, "User.UpdateSelf", func() (dtrack.ManagedUser, error) {
		return own.User.UpdateSelf(d.ctx, dtrack.ManagedUser{Username: self.Username, Fullname: "myself", Email: "me@example.org"})
	})
	d.do("User.ForceChangePassword", func() error {
		return d.User.ForceChangePassword(d.ctx, name, password, "vivid-Harbour-Canyon-77")
	})
}

func (d *driver) driveDirectory(team dtrack.Team) {
	c, ctx := d.Client, d.ctx
	user := get(d, "LDAP.CreateUser", func() (dtrack.LdapUser, error) {
		return c.LDAP.CreateUser(ctx, dtrack.LdapUser{Username: d.name("ldap")})
	})
	get(d, "LDAP.GetUsers", func() (dtrack.Page[dtrack.LdapUser], error) { return c.LDAP.GetUsers(ctx, page) })
	d.do("LDAP.DeleteUser", func() error { return c.LDAP.DeleteUser(ctx, user) })
	mapping := get(d, "LDAP.AddMapping", func() (dtrack.MappedLdapGroup, error) {
		return c.LDAP.AddMapping(ctx, dtrack.MappedLdapGroupRequest{Team: team.UUID, DistinguishedName: "cn=developers,dc=example,dc=org"})
	})
	get(d, "LDAP.GetTeamMappings", func() ([]dtrack.MappedLdapGroup, error) { return c.LDAP.GetTeamMappings(ctx, team.UUID) })
	get(d, "LDAP.GetAllAccessibleGroups", func() (dtrack.Page[string], error) { return c.LDAP.GetAllAccessibleGroups(ctx, page) })
	d.do("LDAP.RemoveMapping", func() error { return c.LDAP.RemoveMapping(ctx, mapping.UUID) })
}

func (d *driver) driveOpenID(team dtrack.Team) {
	c, ctx := d.Client, d.ctx
	get(d, "OIDC.Available", func() (bool, error) { return c.OIDC.Available(ctx) })
	group := get(d, "OIDC.CreateGroup", func() (dtrack.OIDCGroup, error) { return c.OIDC.CreateGroup(ctx, d.name("group")) })
	get(d, "OIDC.GetAllGroups", func() ([]dtrack.OIDCGroup, error) { return c.OIDC.GetAllGroups(ctx) })
	get(d, "OIDC.UpdateGroup", func() (dtrack.OIDCGroup, error) {
		group.Name = d.name("group")
		return c.OIDC.UpdateGroup(ctx, group)
	})
	mapping := get(d, "OIDC.AddTeamMapping", func() (dtrack.OIDCMapping, error) {
		return c.OIDC.AddTeamMapping(ctx, dtrack.OIDCMappingRequest{Team: team.UUID, Group: group.UUID})
	})
	get(d, "OIDC.GetAllTeamsOf", func() ([]dtrack.Team, error) { return c.OIDC.GetAllTeamsOf(ctx, group) })
	d.do("OIDC.RemoveTeamMapping", func() error { return c.OIDC.RemoveTeamMapping(ctx, mapping.UUID) })
	if _, err := c.OIDC.AddTeamMapping(ctx, dtrack.OIDCMappingRequest{Team: team.UUID, Group: group.UUID}); err != nil {
		d.report("OIDC.RemoveTeamMapping2", err)
	} else {
		d.do("OIDC.RemoveTeamMapping2", func() error { return c.OIDC.RemoveTeamMapping2(ctx, group.UUID, team.UUID) })
	}
	d.do("OIDC.DeleteGroup", func() error { return c.OIDC.DeleteGroup(ctx, group.UUID) })
	user := get(d, "OIDC.CreateUser", func() (dtrack.OIDCUser, error) {
		return c.OIDC.CreateUser(ctx, dtrack.OIDCUser{Username: d.name("oidc")})
	})
	get(d, "OIDC.GetAllUsers", func() (dtrack.Page[dtrack.OIDCUser], error) { return c.OIDC.GetAllUsers(ctx) })
	d.do("OIDC.DeleteUser", func() error { return c.OIDC.DeleteUser(ctx, user) })
	get(d, "OIDC.Login", func() (string, error) { return c.OIDC.Login(ctx, dtrack.OIDCTokens{ID: "x.y.z", Access: "x"}) })
}

"""Bodies, queries and preparations of the operations that need more than identifiers in their path."""

import base64
import itertools
import json
import time
import uuid

from objects import INTERNAL, repository

COUNTER = itertools.count(1)
MAIL = {'enabled': False, 'host': '127.0.0.1', 'port': 25, 'senderAddress': 'tallyman@example.org'}
PASSWORD = 'ample-Quartz-Meadow-41'


def any_uuid():
    """The client's models ask for one also where the service makes it."""
    return str(uuid.uuid4())


def target(objects):
    return {'project': objects.seed['project'], 'projectName': objects.seed['projectName'],
            'projectVersion': objects.seed['projectVersion']}


def unique(prefix):
    return f'{prefix}-{next(COUNTER)}-python'


def vex():
    return json.dumps({'bomFormat': 'CycloneDX', 'specVersion': '1.5', 'version': 1, 'vulnerabilities': []})


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def query_of(objects, method, path, name):
    if path == '/v1/project/lookup':
        return {'name': objects.seed['projectName'], 'version': objects.seed['projectVersion']}.get(name)
    if path == '/v1/calculator/cvss' and name == 'vector':
        return 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
    if path == '/v1/calculator/owasp' and name == 'vector':
        return 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3'
    if path == '/v1/repository/latest' and name == 'purl':
        return 'pkg:maven/com.acme.example/invoice-writer@1.8.0'
    if path == '/v1/component/identity' and name == 'name':
        return 'basket'
    if path in ('/v1/analysis', '/v1/violation/analysis'):
        return objects.seed.get({'policy_violation': 'violation'}.get(name, name))
    return None


def body_of(objects, method, path):
    build = BODIES.get(f'{method} {path}')
    return build(objects) if build else None


def alert(objects, **more):
    return {'name': unique('alert'), 'scope': 'PORTFOLIO', 'level': 'INFORMATIONAL',
            'publisher': publisher(uuid=objects.get('publisher')), **more}


def publisher(**more):
    return {'name': unique('publisher'), 'extensionName': 'webhook', 'template': '{}',
            'templateMimeType': 'application/json', **more}


def managed_user(name, **more):
    return {'username': name, 'fullname': name, 'email': f'{name}@example.org', 'newPassword': PASSWORD,
            'confirmPassword': PASSWORD, **more}


def vulnerability(**more):
    return {**INTERNAL, 'vulnId': unique('vuln'), **more}


def service(objects, identifier):
    project = {'uuid': objects.seed['project'], 'name': objects.seed['projectName'], 'active': True, 'isLatest': False}
    return {'uuid': identifier, 'name': unique('service'), 'project': project}


def property_named(name, value='v'):
    return {'groupName': 'g', 'propertyName': name, 'propertyValue': value, 'propertyType': 'STRING'}


BODIES = {
    'PUT /v1/acl/mapping': lambda o: {'team': o.fresh('team'), 'project': o.get('project')},
    'PUT /v1/analysis': lambda o: {'project': o.seed['project'], 'component': o.seed['component'],
                                   'vulnerability': o.seed['vulnerability'], 'analysisState': 'IN_TRIAGE'},
    'POST /v1/bom': lambda o: {'projectName': unique('bom'), 'projectVersion': '1', 'autoCreate': True,
                               'bom': o.seed['bom'].encode()},
    'PUT /v1/bom': lambda o: {**target(o), 'bom': encoded(o.seed['bom'])},
    'PUT /v1/component/project/{uuid}': lambda o: {'name': unique('component'), 'version': '1', 'classifier': 'LIBRARY'},
    'POST /v1/component': lambda o: {'uuid': o.fresh('component'), 'name': unique('component'), 'version': '2',
                                     'classifier': 'LIBRARY'},
    'PUT /v1/component/{uuid}/property': lambda o: property_named(unique('p')),
    'POST /v1/configProperty/aggregate': lambda o: [],
    'POST /v1/configProperty': lambda o: {'groupName': 'general', 'propertyName': 'base.url',
                                          'propertyValue': 'https://tallyman.example.org'},
    'PUT /v1/ldap/mapping': lambda o: {'team': o.get('team'), 'dn': 'cn=developers,dc=example,dc=org'},
    'PUT /v1/license': lambda o: {'name': unique('License'), 'licenseId': unique('License')},
    'PUT /v1/licenseGroup': lambda o: {'name': unique('group')},
    'POST /v1/licenseGroup': lambda o: {'uuid': o.get('licenseGroup'), 'name': unique('group')},
    'PUT /v1/notification/publisher': lambda o: publisher(),
    'POST /v1/notification/publisher': lambda o: publisher(uuid=o.fresh('publisher')),
    'PUT /v1/notification/rule': lambda o: alert(o),
    'POST /v1/notification/rule': lambda o: alert(o, uuid=o.fresh('alert'), notifyOn=['BOM_PROCESSED'], enabled=True),
    'DELETE /v1/notification/rule': lambda o: alert(o, uuid=o.fresh('alert'), triggerType='EVENT'),
    'PUT /v1/notification/rule/scheduled': lambda o: {
        'name': unique('scheduled'), 'scope': 'PORTFOLIO', 'notificationLevel': 'INFORMATIONAL', 'level': 'INFORMATIONAL',
        'publisher': {'uuid': o.get('publisher')}},
    'PUT /v1/oidc/mapping': lambda o: {'team': o.get('team'), 'group': o.get('oidcGroup')},
    'PUT /v1/oidc/group': lambda o: {'name': unique('group'), 'uuid': any_uuid()},
    'POST /v1/oidc/group': lambda o: {'uuid': o.get('oidcGroup'), 'name': unique('group')},
    'PUT /v1/permission/team': lambda o: {'team': o.fresh('team'), 'permissions': ['VIEW_PORTFOLIO']},
    'PUT /v1/permission/user': lambda o: {'username': o.fresh('user'), 'permissions': ['VIEW_PORTFOLIO']},
    'PUT /v1/policy': lambda o: {'uuid': any_uuid(), 'name': unique('policy'), 'operator': 'ANY', 'violationState': 'INFO'},
    'POST /v1/policy': lambda o: {'uuid': o.fresh('policy'), 'name': unique('policy'), 'operator': 'ALL',
                                  'violationState': 'WARN'},
    'PUT /v1/policy/{uuid}/condition': lambda o: {'subject': 'PACKAGE_URL', 'operator': 'MATCHES', 'value': 'pkg:npm/x.*'},
    'POST /v1/policy/condition': lambda o: {'uuid': o.fresh('condition'), 'subject': 'PACKAGE_URL', 'operator': 'MATCHES',
                                            'value': 'pkg:npm/y.*'},
    'PUT /v1/project/clone': lambda o: {'project': o.seed['project'], 'version': unique('clone')},
    'POST /projects/{uuid}/clone': lambda o: {'version': unique('clone')},
    'PUT /v1/project': lambda o: {'name': unique('project'), 'version': '1', 'active': True},
    'POST /v1/project/batchDelete': lambda o: [o.fresh('project')],
    'PATCH /v1/project/{uuid}': lambda o: {'description': 'changed by a client'},
    'POST /v1/project': lambda o: {'uuid': o.fresh('project'), 'name': unique('project'), 'version': '2', 'active': True},
    'PUT /v1/project/{uuid}/property': lambda o: property_named(unique('p')),
    'POST /v1/project/{uuid}/property': lambda o: property_named('kept', 'changed'),
    'DELETE /v1/project/{uuid}/property': lambda o: property_named('kept'),
    'PUT /v1/repository': lambda o: repository(unique('repository')),
    'POST /v1/repository': lambda o: {**repository(unique('repository')), 'uuid': o.get('repository')},
    'PUT /v1/service/project/{uuid}': lambda o: service(o, any_uuid()),
    'POST /v1/service': lambda o: service(o, o.fresh('service')),
    'PUT /v1/tag': lambda o: [unique('tag')],
    'DELETE /v1/tag': lambda o: [o.fresh('tag')],
    'POST /v1/tag/{name}/notificationRule': lambda o: [o.get('alert')],
    'POST /v1/tag/{name}/policy': lambda o: [o.get('policy')],
    'POST /v1/tag/{name}/project': lambda o: [o.get('project')],
    'DELETE /v1/tag/{name}/notificationRule': lambda o: [o.get('alert')],
    'DELETE /v1/tag/{name}/policy': lambda o: [o.get('policy')],
    'DELETE /v1/tag/{name}/project': lambda o: [o.get('project')],
    'DELETE /v1/tag/{name}/vulnerability': lambda o: [o.get('vulnerability')],
    'PUT /v1/team': lambda o: {'uuid': any_uuid(), 'name': unique('team')},
    'DELETE /v1/team': lambda o: {'uuid': o.fresh('team'), 'name': unique('team')},
    'POST /v1/team': lambda o: {'uuid': o.fresh('team'), 'name': unique('team')},
    'POST /v1/team/key/{public_id_or_key}': lambda o: 'a comment',
    'POST /v1/user/{username}/membership': lambda o: {'uuid': o.fresh('team')},
    'DELETE /v1/user/{username}/membership': lambda o: {'uuid': o.seed['team']},
    'PUT /v1/user/membership': lambda o: {'username': o.fresh('user'), 'teams': [o.get('team')]},
    'PUT /v1/user/ldap': lambda o: {'username': unique('ldap')},
    'PUT /v1/user/oidc': lambda o: {'username': unique('oidc')},
    'PUT /v1/user/managed': lambda o: managed_user(unique('managed')),
    'POST /v1/user/managed': lambda o: managed_user(o.fresh('user'), suspended=True),
    'DELETE /v1/user/managed': lambda o: managed_user(o.fresh('user')),
    'DELETE /v1/user/ldap': lambda o: {'username': o.kept['ldapUser']},
    'DELETE /v1/user/oidc': lambda o: {'username': o.kept['oidcUser']},
    'POST /v1/user/login': lambda o: {'username': o.get('user'), 'password': PASSWORD},
    'POST /v1/user/forceChangePassword': lambda o: {
        'username': o.fresh('user'), 'password': PASSWORD, 'newPassword': 'vivid-Harbour-Canyon-77',
        'confirmPassword': 'vivid-Harbour-Canyon-77'},
    'POST /v1/user/oidc/login': lambda o: {'idToken': 'x.y.z', 'accessToken': 'x'},
    'PUT /v1/vex': lambda o: {**target(o), 'vex': encoded(vex())},
    'POST /v1/vex': lambda o: {'project': o.seed['project'], 'vex': vex().encode()},
    'PUT /v1/violation/analysis': lambda o: {'component': o.seed['component'], 'policyViolation': o.seed['violation'],
                                             'analysisState': 'APPROVED'},
    'PUT /v1/vulnerability': lambda o: vulnerability(uuid=any_uuid()),
    'POST /v1/vulnerability': lambda o: vulnerability(uuid=o.seed['vulnerability'], vulnId=o.seed['vulnId']),
    'POST /v1/vulnerability/{uuid}/tags': lambda o: [o.get('tag')],
    'POST /components': lambda o: {'name': unique('component'), 'version': '1', 'project_uuid': o.seed['project']},
    'POST /secrets': lambda o: {'name': unique('secret').replace('-', '_'), 'value': 'hidden'},
    'PATCH /secrets/{name}': lambda o: {'value': 'hidden too'},
    'POST /vuln-policies': lambda o: {'name': unique('policy'), 'condition': 'vuln.id == "none"',
                                      'analysis': {'state': 'NOT_AFFECTED'}},
    'PUT /vuln-policies/{uuid}': lambda o: {'name': unique('policy'), 'condition': 'vuln.id == "none"',
                                            'analysis': {'state': 'RESOLVED'}},
    'POST /extension-points/{extension_point_name}/extensions/{extension_name}/test': lambda o: {'config': MAIL},
    'PUT /extension-points/{extension_point_name}/extensions/{extension_name}/config': lambda o: {'config': MAIL},
    'PATCH /internal/task-queues/{type_}/{name}': lambda o: {'status': 'ACTIVE'},
}


def prepare(objects, method, path):
    """Brings about what an operation undoes."""
    step = PREPARATIONS.get(f'{method} {path}')
    if step:
        step(objects)


def keep(objects, kind, value):
    objects.kept[kind] = value


def link_fresh(objects, first, second, path):
    """The next `fresh` of these kinds answers a pair that is linked already."""
    pair = {first: objects.fresh(first), second: objects.fresh(second)}
    objects.send('POST', path.format(**pair))
    for kind, value in pair.items():
        setattr(objects, f'new_{kind}', once(objects, kind, value))


def once(objects, kind, value):
    def answer(_name):
        delattr(objects, f'new_{kind}')
        return value
    return answer


def assigned_pair(objects):
    component, vulnerability = objects.fresh('component'), objects.fresh('vulnerability')
    objects.send('POST', f'/v1/vulnerability/{vulnerability}/component/{component}')
    setattr(objects, 'new_component', once(objects, 'component', component))
    return vulnerability


def assigned_by_uuid(objects):
    vulnerability = assigned_pair(objects)
    setattr(objects, 'new_vulnerability', once(objects, 'vulnerability', vulnerability))


def assigned_by_id(objects):
    vulnerability = assigned_pair(objects)
    vuln_id = objects.send('GET', f'/v1/vulnerability/{vulnerability}')['vulnId']
    setattr(objects, 'new_vulnId', once(objects, 'vulnId', vuln_id))


def project_with_property(objects):
    project = objects.fresh('project')
    objects.send('PUT', f'/v1/project/{project}/property', property_named('kept'))
    setattr(objects, 'new_project', once(objects, 'project', project))


def component_with_property(objects):
    component = objects.fresh('component')
    created = objects.send('PUT', f'/v1/component/{component}/property', property_named('kept'))
    setattr(objects, 'new_component', once(objects, 'component', component))
    setattr(objects, 'new_componentProperty', once(objects, 'componentProperty', created['uuid']))


def until_idle(objects, source):
    """A source is mirrored by one run at a time; without a network each ends soon."""
    for _ in range(600):
        run = objects.send('GET', f'{source}/mirror-runs/latest')
        if run.get('status') not in ('PENDING', 'CREATED', 'RUNNING'):
            return
        time.sleep(0.2)


def mapped_project(objects):
    team, project = objects.fresh('team'), objects.fresh('project')
    objects.send('PUT', '/v1/acl/mapping', {'team': team, 'project': project})
    setattr(objects, 'new_team', once(objects, 'team', team))
    setattr(objects, 'new_project', once(objects, 'project', project))


def tagged(kind, resource):
    def step(objects):
        tag = objects.fresh('tag')
        objects.send('POST', f'/v1/tag/{tag}/{resource}', [objects.get(kind)])
        setattr(objects, 'new_tag', once(objects, 'tag', tag))
    return step


def tagged_vulnerability(objects):
    tag = objects.fresh('tag')
    objects.send('POST', f'/v1/vulnerability/{objects.get("vulnerability")}/tags', [tag])
    setattr(objects, 'new_tag', once(objects, 'tag', tag))


def granted_to_team(objects):
    team = objects.fresh('team')
    objects.send('POST', f'/v1/permission/VIEW_PORTFOLIO/team/{team}')
    setattr(objects, 'new_team', once(objects, 'team', team))


def granted_to_user(objects):
    user = objects.fresh('user')
    objects.send('POST', f'/v1/permission/VIEW_PORTFOLIO/user/{user}')
    setattr(objects, 'new_user', once(objects, 'user', user))


def member(objects):
    user = objects.fresh('user')
    objects.send('POST', f'/v1/user/{user}/membership', {'uuid': objects.seed['team']})
    setattr(objects, 'new_user', once(objects, 'user', user))


def external_user(kind):
    def step(objects):
        name = unique(kind)
        objects.send('PUT', f'/v1/user/{kind}', {'username': name})
        objects.kept[f'{kind}User'] = name
    return step


PREPARATIONS = {
    'POST /v1/permission/{permission}/team/{uuid}': lambda o: keep(o, 'team', o.fresh('team')),
    'POST /v1/permission/{permission}/user/{username}': lambda o: keep(o, 'user', o.fresh('user')),
    'POST /v1/project/{uuid}/property': lambda o: o.send('PUT', f'/v1/project/{o.get("project")}/property', property_named('kept')),
    'DELETE /v1/project/{uuid}/property': project_with_property,
    'DELETE /v1/acl/mapping/team/{team_uuid}/project/{project_uuid}': mapped_project,
    'GET /v1/analysis': lambda o: o.send('PUT', '/v1/analysis', body_of(o, 'PUT', '/v1/analysis')),
    'GET /v1/violation/analysis': lambda o: o.send('PUT', '/v1/violation/analysis', body_of(o, 'PUT', '/v1/violation/analysis')),
    'DELETE /v1/component/{uuid}/property/{property_uuid}': component_with_property,
    'GET /kev-data-sources/{name}/mirror-runs/latest': lambda o: o.send('POST', '/v2/kev-data-sources/cisa/mirror-runs'),
    'GET /vuln-data-sources/{name}/mirror-runs/latest': lambda o: o.send('POST', '/v2/vuln-data-sources/nvd/mirror-runs'),
    'POST /kev-data-sources/{name}/mirror-runs': lambda o: until_idle(o, '/v2/kev-data-sources/cisa'),
    'POST /vuln-data-sources/{name}/mirror-runs': lambda o: until_idle(o, '/v2/vuln-data-sources/nvd'),
    'DELETE /v1/licenseGroup/{uuid}/license/{license_uuid}': lambda o: link_fresh(
        o, 'licenseGroup', 'licenseUuid', '/v1/licenseGroup/{licenseGroup}/license/{licenseUuid}'),
    'DELETE /v1/notification/rule/{rule_uuid}/project/{project_uuid}': lambda o: link_fresh(
        o, 'alert', 'project', '/v1/notification/rule/{alert}/project/{project}'),
    'DELETE /v1/policy/{policy_uuid}/project/{project_uuid}': lambda o: link_fresh(
        o, 'policy', 'project', '/v1/policy/{policy}/project/{project}'),
    'DELETE /v1/permission/{permission}/team/{uuid}': granted_to_team,
    'DELETE /v1/permission/{permission}/user/{username}': granted_to_user,
    'DELETE /v1/user/{username}/membership': member,
    'DELETE /v1/user/ldap': external_user('ldap'),
    'DELETE /v1/user/oidc': external_user('oidc'),
    'DELETE /v1/tag/{name}/notificationRule': tagged('alert', 'notificationRule'),
    'DELETE /v1/tag/{name}/policy': tagged('policy', 'policy'),
    'DELETE /v1/tag/{name}/project': tagged('project', 'project'),
    'DELETE /v1/tag/{name}/vulnerability': tagged_vulnerability,
    'DELETE /v1/vulnerability/{uuid}/component/{component}': assigned_by_uuid,
    'DELETE /v1/vulnerability/source/{source}/vuln/{vuln_id}/component/{component}': assigned_by_id,
}

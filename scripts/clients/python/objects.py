"""Objects that the driven operations read, change and delete; created over plain HTTP when they are needed."""

import itertools

import httpx

COUNTER = itertools.count(1)
INTERNAL = {'vulnId': '', 'source': 'INTERNAL', 'severity': 'HIGH', 'title': 'A vulnerability of our own'}

# Kind of object by the path segment before `{uuid}`.
KIND_BY_SEGMENT = {
    'project': 'project', 'children': 'project', 'withoutDescendantsOf': 'project', 'concise': 'project',
    'projects': 'project', 'team': 'team', 'component': 'component', 'policy': 'policy', 'condition': 'condition',
    'licenseGroup': 'licenseGroup', 'publisher': 'publisher', 'test': 'alert', 'service': 'service',
    'vulnerability': 'vulnerability', 'token': 'token', 'repository': 'repository', 'group': 'oidcGroup',
    'mapping': 'mapping',
    'vuln-policies': 'vulnPolicy', 'vuln-policy-bundles': 'bundle',
}
KIND_BY_NAME = {
    'project_uuid': 'project', 'team_uuid': 'team', 'component': 'component', 'component_uuids': 'component',
    'rule_uuid': 'alert', 'policy_uuid': 'policy', 'notification_publisher_uuid': 'publisher',
    'license_uuid': 'licenseUuid', 'property_uuid': 'componentProperty', 'group_uuid': 'oidcGroup',
    'license_id': 'license', 'username': 'user', 'public_id_or_key': 'key', 'tag': 'tag',
}
FIXED = {
    'permission': 'VIEW_PORTFOLIO', 'source': 'INTERNAL', 'days': 30, 'date': '20260101', 'cwe_id': 79,
    'classifier': 'APPLICATION', 'hash_': 'd41d8cd98f00b204e9800998ecf8427e', 'group_name': 'general',
    'property_name': 'default.locale', 'type_': 'MAVEN', 'id': '00000000-0000-7000-8000-000000000000',
}


class Objects:
    def __init__(self, base, key, seed):
        self.http = httpx.Client(base_url=f'{base}/api', headers={'X-Api-Key': key}, timeout=60)
        self.seed = seed
        self.kept = {}

    def send(self, method, path, body=None):
        answer = self.http.request(method, path, json=body)
        if answer.status_code >= 400:
            raise LookupError(f'{method} {path}: {answer.status_code} {answer.text[:200]}')
        return answer.json() if answer.content and 'json' in answer.headers.get('content-type', '') else None

    def argument(self, method, path, name):
        kind = self.kind_of(path, name)
        if kind is None:
            return self.fixed(path, name)
        return self.fresh(kind) if method == 'DELETE' else self.get(kind)

    def kind_of(self, path, name):
        if f'{{{name}}}' not in path:
            return None
        if name == 'name':
            return self.kind_of_name(path)
        if name in ('vuln', 'vuln_id'):
            return 'vulnId'
        if name == 'uuid':
            return KIND_BY_SEGMENT.get(path.split('/{uuid}')[0].split('/')[-1])
        return KIND_BY_NAME.get(name)

    def kind_of_name(self, path):
        if '/tag/' in path:
            return 'tag'
        return 'secret' if '/secrets/' in path else 'projectName' if '/project/' in path else None

    def fixed(self, path, name):
        if f'{{{name}}}' not in path:
            return None
        if '/configProperty/internal/' in path:
            return {'group_name': 'banner', 'property_name': 'config'}.get(name)
        if path.startswith('/kev-data-sources'):
            return 'cisa'
        if path.startswith('/vuln-data-sources'):
            return 'nvd'
        if path.startswith('/internal/task-queues'):
            return {'type_': 'WORKFLOW', 'name': 'default'}.get(name)
        if name == 'version':
            return self.seed['projectVersion']
        if name == 'extension_point_name':
            return 'notification-publisher'
        return 'email' if name == 'extension_name' else FIXED.get(name)

    def get(self, kind):
        if kind in self.seed:
            return self.seed[kind]
        if kind not in self.kept:
            self.kept[kind] = self.fresh(kind)
        return self.kept[kind]

    def fresh(self, kind):
        return getattr(self, f'new_{kind}')(f'{kind}-{next(COUNTER)}')

    def new_project(self, name):
        return self.send('PUT', '/v1/project', {'name': name, 'version': '1', 'active': True})['uuid']

    def new_component(self, name):
        body = {'name': name, 'version': '1.0.0', 'classifier': 'LIBRARY'}
        return self.send('PUT', f'/v1/component/project/{self.seed["project"]}', body)['uuid']

    def new_componentProperty(self, name):
        body = {'groupName': 'g', 'propertyName': name, 'propertyValue': 'v', 'propertyType': 'STRING'}
        return self.send('PUT', f'/v1/component/{self.get("component")}/property', body)['uuid']

    def new_team(self, name):
        return self.send('PUT', '/v1/team', {'name': name})['uuid']

    def new_key(self, _name):
        return self.send('PUT', f'/v1/team/{self.new_team(f"keys-{next(COUNTER)}")}/key')['publicId']

    def new_user(self, name):
        password = 'ample-Quartz-Meadow-41'
        body = {'username': name, 'fullname': name, 'email': f'{name}@example.org', 'newPassword': password,
                'confirmPassword': password}
        self.send('PUT', '/v1/user/managed', body)
        return name

    def new_policy(self, name):
        body = {'name': name, 'operator': 'ANY', 'violationState': 'INFO'}
        return self.send('PUT', '/v1/policy', body)['uuid']

    def new_condition(self, name):
        body = {'subject': 'PACKAGE_URL', 'operator': 'MATCHES', 'value': f'pkg:npm/{name}.*'}
        return self.send('PUT', f'/v1/policy/{self.get("policy")}/condition', body)['uuid']

    def new_licenseGroup(self, name):
        return self.send('PUT', '/v1/licenseGroup', {'name': name})['uuid']

    def new_license(self, name):
        self.send('PUT', '/v1/license', {'name': name, 'licenseId': name})
        return name

    def new_licenseUuid(self, _name):
        return self.send('GET', '/v1/license/Apache-2.0')['uuid']

    def new_publisher(self, name):
        body = {'name': name, 'extensionName': 'webhook', 'template': '{}', 'templateMimeType': 'application/json',
                'publisherClass': 'org.dependencytrack.notification.publisher.WebhookPublisher'}
        return self.send('PUT', '/v1/notification/publisher', body)['uuid']

    def new_alert(self, name):
        body = {'name': name, 'scope': 'PORTFOLIO', 'level': 'INFORMATIONAL',
                'publisher': {'uuid': self.get('publisher')}}
        return self.send('PUT', '/v1/notification/rule', body)['uuid']

    def new_service(self, name):
        return self.send('PUT', f'/v1/service/project/{self.seed["project"]}', {'name': name})['uuid']

    def new_vulnerability(self, name):
        return self.send('PUT', '/v1/vulnerability', {**INTERNAL, 'vulnId': name})['uuid']

    def new_vulnId(self, name):
        self.new_vulnerability(name)
        return name

    def new_tag(self, name):
        self.send('PUT', '/v1/tag', [name])
        return name

    def new_secret(self, name):
        name = name.replace('-', '_')
        self.send('POST', '/v2/secrets', {'name': name, 'value': 'hidden'})
        return name

    def new_vulnPolicy(self, name):
        body = {'name': name, 'condition': 'vuln.id == "none"', 'analysis': {'state': 'NOT_AFFECTED'}}
        return self.send('POST', '/v2/vuln-policies', body)['uuid']

    def new_bundle(self, _name):
        bundles = self.send('GET', '/v2/vuln-policy-bundles')['items']
        return bundles[0]['uuid'] if bundles else '00000000-0000-0000-0000-000000000000'

    def new_oidcGroup(self, name):
        return self.send('PUT', '/v1/oidc/group', {'name': name})['uuid']

    def new_mapping(self, _name):
        return self.send('PUT', '/v1/oidc/mapping', {'team': self.get('team'), 'group': self.get('oidcGroup')})['uuid']

    def new_repository(self, name):
        return self.send('PUT', '/v1/repository', repository(name))['uuid']


def repository(name):
    return {'type': 'MAVEN', 'identifier': name, 'url': 'https://repository.example.org/maven', 'enabled': False,
            'internal': False, 'resolutionOrder': 9, 'authenticationRequired': False}

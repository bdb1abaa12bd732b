"""Calls every operation of the PyPI package owasp-dependency-track-client against a running service.

Usage: drive.py <base url> <API key> <seed.json>. Prints one JSON object per call: client, call, outcome
(works, differs, missing) and detail. The operations are found in the package itself, so none can be forgotten.
"""

import importlib
import inspect
import io
import json
import pkgutil
import re
import sys
import types as builtin_types
import typing

import owasp_dt
import owasp_dt.api
import owasp_dt_v2
import owasp_dt_v2.api
from objects import Objects
from requests_of import body_of, prepare, query_of

UNKNOWN_ROUTE = 'Not found: '
BASE, KEY, SEED = sys.argv[1], sys.argv[2], json.load(open(sys.argv[3]))


def operations(package):
    for group in pkgutil.iter_modules(package.api.__path__, f'{package.api.__name__}.'):
        for entry in pkgutil.iter_modules(importlib.import_module(group.name).__path__, f'{group.name}.'):
            module = importlib.import_module(entry.name)
            source = inspect.getsource(module._get_kwargs)
            method = re.search(r'"method": "(\w+)"', source).group(1).upper()
            path = re.search(r'"url": "([^"]+)"', source).group(1)
            yield method, path, module


def model_class(annotation):
    """The class inside `Model | Unset`, or the annotation itself."""
    if isinstance(annotation, builtin_types.UnionType) or typing.get_origin(annotation) is typing.Union:
        return next(arg for arg in typing.get_args(annotation) if arg.__name__ != 'Unset')
    return annotation


def as_model(annotation, value):
    cls = model_class(annotation)
    if hasattr(cls, 'from_dict') and isinstance(value, dict):
        return fill_files(cls, cls.from_dict({k: v for k, v in value.items() if not isinstance(v, bytes)}), value)
    return cls(value) if inspect.isclass(cls) and issubclass(cls, str) and cls is not str else value


def fill_files(cls, model, value):
    """Documents of multipart forms are files, which from_dict does not make."""
    for name, content in value.items():
        if isinstance(content, bytes):
            setattr(model, name, as_file(cls, content))
    return model


def as_file(cls, content):
    file = getattr(sys.modules[cls.__module__], 'File', None)
    return file(payload=io.BytesIO(content), file_name='document.json') if file else content.decode()


def arguments(objects, method, path, module):
    hints = typing.get_type_hints(module._get_kwargs, vars(module))
    chosen = {}
    for name, parameter in inspect.signature(module._get_kwargs).parameters.items():
        if name == 'body':
            value = body_of(objects, method, path)
        else:
            value = objects.argument(method, path, name)
            if value is None:
                value = query_of(objects, method, path, name)
        if value is not None:
            chosen[name] = as_model(hints[name], value)
        elif parameter.default is inspect.Parameter.empty:
            raise LookupError(f'no value for {name}')
    return chosen


def outcome(status, body):
    if 200 <= status < 400:
        return 'works', ''
    detail = body[:200].decode('utf-8', 'replace')
    if status == 410:
        return 'missing', f'410 removed: {detail}'
    if UNKNOWN_ROUTE in detail:
        return 'missing', ''
    return 'differs', f'{status} {detail}'


def drive(objects, client, method, path, module):
    try:
        prepare(objects, method, path)
        response = module.sync_detailed(client=client, **arguments(objects, method, path, module))
        return outcome(response.status_code, response.content)
    except Exception as error:  # The client could not read the answer, or the preparation failed.
        detail = f'{type(error).__name__}: {error}'
        return ('missing', '') if UNKNOWN_ROUTE in detail else ('differs', detail[:200])


def main():
    objects = Objects(BASE, KEY, SEED)
    headers = {'X-Api-Key': KEY}
    for name, package, base in (
        ('owasp_dt', owasp_dt, f'{BASE}/api'),
        ('owasp_dt_v2', owasp_dt_v2, f'{BASE}/api/v2'),
    ):
        client = importlib.import_module(f'{name}.client').Client(base_url=base, headers=headers, timeout=None)
        for method, path, module in operations(package):
            result, detail = drive(objects, client, method, path, module)
            print(json.dumps({'client': name, 'call': f'{method} {path}', 'outcome': result, 'detail': detail}))


main()

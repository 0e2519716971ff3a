// What the values make of the objects.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { ROOT } from '../../scripts/lib/places.ts'
import { CHART, containerOf, containersOf, find, helm, type KubeObject, podsOf, render, variable } from './helm.ts'

const ci = (name: string): string => path.join(CHART, 'ci', `${name}-values.yaml`)
const names = (objects: KubeObject[], kind: string): string[] =>
  objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name)
const checksums = (objects: KubeObject[]) =>
  Object.fromEntries(podsOf(objects).map(({ owner, annotations }) => [owner, annotations]))

describe('secrets', () => {
  it('are made where there are none, and kept when the release is removed', async () => {
    const objects = await render()
    const { data = {}, metadata } = find(objects, 'Secret', 'home-nido')
    expect(Object.keys(data).toSorted()).toEqual([
      'admin-password',
      'api-access-key',
      'api-secret-key',
      'secret-key',
      'store-root-password',
      'store-root-user',
      'worker-access-key',
      'worker-secret-key',
    ])
    expect(metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })
    expect(new Set(Object.values(data)).size).toBe(8)
    for (const value of Object.values(data)) expect(Buffer.from(value, 'base64').length).toBeGreaterThanOrEqual(20)
  })

  it('are those that are given', async () => {
    const objects = await render({}, [ci('captcha')])
    const { data = {} } = find(objects, 'Secret', 'home-nido')
    expect(Buffer.from(data['recaptcha-secret'] ?? '', 'base64').toString()).toBe('its-secret')
    expect(Buffer.from(data['admin-password'] ?? '', 'base64').toString()).toBe('a-very-first-password')
    expect(variable(containerOf(objects, 'Deployment', 'home-nido-api'), 'RECAPTCHA_SECRET')).toBe(
      'from home-nido recaptcha-secret',
    )
  })

  it('of another Secret are used by its keys, and none is made', async () => {
    const objects = await render({}, [ci('external')])
    expect(names(objects, 'Secret')).toEqual([])
    const api = containerOf(objects, 'Deployment', 'home-nido-api')
    const worker = containerOf(objects, 'StatefulSet', 'home-nido-worker')
    expect(['MONGO_URL', 'S3_SECRET_KEY', 'SECRET_KEY', 'ADMIN_PASSWORD'].map((name) => variable(api, name))).toEqual([
      'from my-nido database-url',
      'from my-nido api-secret-key',
      'from my-nido secret-key',
      'from my-nido admin-password',
    ])
    expect(['S3_ACCESS_KEY', 'ADMIN_PASSWORD'].map((name) => variable(worker, name))).toEqual([
      'from my-nido worker-access-key',
      undefined,
    ])
  })

  it('of an outer store make a Secret of the name that is used', async () => {
    const objects = await render({}, [ci('external-secrets')])
    expect(names(objects, 'Secret')).toEqual([])
    expect(find(objects, 'ExternalSecret', 'home-nido').spec).toMatchObject({
      target: { name: 'home-nido' },
      dataFrom: [{ extract: { key: 'home/nido' } }],
    })
  })
})

describe('the servers', () => {
  it('of the release are used', async () => {
    const objects = await render()
    const api = containerOf(objects, 'Deployment', 'home-nido-api')
    expect([variable(api, 'S3_ENDPOINT'), variable(api, 'MONGO_URL')]).toEqual([
      'http://home-nido-store:9000',
      'mongodb://home-nido-database:27017/nido',
    ])
    expect(names(objects, 'StatefulSet').toSorted()).toEqual([
      'home-nido-database',
      'home-nido-store',
      'home-nido-worker',
    ])
  })

  it('outside of it are used instead', async () => {
    const objects = await render({}, [ci('external')])
    const api = containerOf(objects, 'Deployment', 'home-nido-api')
    expect([variable(api, 'S3_ENDPOINT'), variable(api, 'S3_REGION')]).toEqual(['https://s3.example.org', 'eu-west-1'])
    expect(names(objects, 'StatefulSet')).toEqual(['home-nido-worker'])
    expect(names(objects, 'Job')).toEqual([])
  })

  it('may be a replica set of MongoDB, with a user for each program', async () => {
    const objects = await render({}, [ci('mongodb')])
    const hosts = [0, 1, 2].map((member) => `home-nido-mongodb-${member}.home-nido-mongodb:27017`).join(',')
    expect(variable(containerOf(objects, 'Deployment', 'home-nido-api'), 'MONGO_URL')).toBe(
      `mongodb://nido-api:$(MONGO_PASSWORD)@${hosts}/nido?replicaSet=nido&authSource=admin`,
    )
    const worker = containerOf(objects, 'StatefulSet', 'home-nido-worker')
    expect(variable(worker, 'MONGO_PASSWORD')).toBe('from home-nido mongodb-worker-password')
    expect(worker.env?.findIndex(({ name }) => name === 'MONGO_PASSWORD')).toBeLessThan(
      worker.env?.findIndex(({ name }) => name === 'MONGO_URL') ?? -1,
    )
    expect(names(objects, 'PodDisruptionBudget')).toContain('home-nido-mongodb')
  })

  it('get their users from a Job without secrets in it, which is another one when something changes', async () => {
    const [objects, other] = [await render(), await render({ settings: { BUCKET_PREFIX: 'home-' } })]
    const [name = ''] = names(objects, 'Job')
    const [pod] = podsOf([find(objects, 'Job', name)])
    const commands = (pod ? containersOf(pod) : []).map(({ command = [] }) => command.join(' '))
    expect(commands).toEqual([
      'mc ready store',
      'mc admin policy create store nido-api /policy/policy.json',
      'mc admin user add store $(API_ACCESS_KEY) $(API_SECRET_KEY)',
      'mc admin policy attach store nido-api --user $(API_ACCESS_KEY)',
      'mc admin policy create store nido-worker /policy/policy.json',
      'mc admin user add store $(WORKER_ACCESS_KEY) $(WORKER_SECRET_KEY)',
      'mc admin policy attach store nido-worker --user $(WORKER_ACCESS_KEY)',
    ])
    expect(names(other, 'Job')).not.toEqual([name])
    // A Job cannot be changed: every change of its pod needs another name.
    for (const values of [{ pods: { labels: { a: 'b' } } }, { store: { image: { tag: '9.9.9' } } }])
      expect(names(await render(values), 'Job')).not.toEqual([name])
    expect(find(other, 'ConfigMap', 'home-nido-store-users').data?.['policy.json']).toContain('arn:aws:s3:::home-*/*')
  })

  it('keep their volumes when the release is removed', async () => {
    const objects = await render()
    for (const name of ['home-nido-store', 'home-nido-database'])
      expect(find(objects, 'StatefulSet', name).spec).toMatchObject({
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
        volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      })
    expect(JSON.stringify(await render({}, [ci('node-port')]))).toContain('{"claimName":"files-of-the-household"}')
  })
})

describe('replicas', () => {
  it('are left to an autoscaler where there is one', async () => {
    const objects = await render({}, [ci('everything')])
    expect(find(objects, 'Deployment', 'home-nido-api').spec).not.toHaveProperty('replicas')
    expect(find(objects, 'Deployment', 'home-nido-web').spec).toHaveProperty('replicas', 2)
    expect(names(objects, 'HorizontalPodAutoscaler')).toEqual(['home-nido-api'])
  })

  it('have a budget only where there are more than it keeps, for a node could never be emptied otherwise', async () => {
    expect(names(await render(), 'PodDisruptionBudget')).toEqual(['home-nido-api', 'home-nido-web'])
    expect(names(await render({}, [ci('node-port')]), 'PodDisruptionBudget')).toEqual([])
    expect(
      names(
        await render({ worker: { replicas: 3 }, api: { podDisruptionBudget: { enabled: false } } }),
        'PodDisruptionBudget',
      ),
    ).toEqual(['home-nido-web', 'home-nido-worker'])
  })

  it('are spread over nodes, or as one says', async () => {
    const [pod] = podsOf([find(await render(), 'Deployment', 'home-nido-api')])
    expect(pod?.spec['topologySpreadConstraints']).toHaveLength(2)
    const own = [{ maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }]
    const [other] = podsOf([
      find(await render({ api: { topologySpreadConstraints: own } }), 'Deployment', 'home-nido-api'),
    ])
    expect(other?.spec['topologySpreadConstraints']).toEqual(own)
  })
})

describe('the way in', () => {
  it.each([
    ['nginx', 'ingress-nginx', 'nginx.ingress.kubernetes.io/proxy-body-size', '0'],
    ['haproxy', 'ingress-haproxy', 'haproxy.org/timeout-tunnel', '1h'],
  ])('by an Ingress of %s lets large files through', async (_, set, name, value) =>
    expect(find(await render({}, [ci(set)]), 'Ingress', 'home-nido-web').metadata.annotations).toMatchObject({
      [name]: value,
    }),
  )

  it('takes what is said of the preset itself', async () =>
    expect(
      find(await render({}, [ci('ingress-haproxy')]), 'Ingress', 'home-nido-web').metadata.annotations,
    ).toMatchObject({
      'haproxy.org/timeout-server': '2h',
    }))

  it('leads to web below the base path, which everybody knows', async () => {
    const objects = await render({}, [ci('ingress-nginx')])
    expect(find(objects, 'Ingress', 'home-nido-web').spec).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'home.example.org', http: { paths: [{ path: '/cloud', pathType: 'Prefix' }] } }],
    })
    expect(variable(containerOf(objects, 'Deployment', 'home-nido-api'), 'BASE_URL')).toBe('/cloud')
    const { data = {} } = find(objects, 'ConfigMap', 'home-nido-web')
    expect(data['nginx.conf']).toContain('location ^~ /cloud/static/ {')
    expect(data['nginx.conf']).toContain('server home-nido-api:8080;')
    expect(data['nginx.conf']).not.toContain('@BASE@')
  })

  it('by the Gateway API has no limit of time', async () =>
    expect(find(await render({}, [ci('gateway')]), 'HTTPRoute', 'home-nido-web').spec).toMatchObject({
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/cloud/home' } }],
          timeouts: { request: '0s', backendRequest: '0s' },
          backendRefs: [{ name: 'home-nido-web', port: 80 }],
        },
      ],
    }))

  it('is both, or none', async () => {
    const kinds = (objects: KubeObject[]) =>
      objects.map(({ kind }) => kind).filter((kind) => /^(Ingress|HTTPRoute)$/.test(kind))
    expect(kinds(await render({}, [ci('everything')]))).toEqual(['Ingress', 'HTTPRoute'])
    expect(kinds(await render())).toEqual([])
  })
})

describe('pods', () => {
  it('start anew when their secrets or settings change, and only then', async () => {
    const [before, again, settings, secrets] = [
      checksums(await render()),
      checksums(await render({ ingress: { preset: 'nginx' } })),
      checksums(await render({ basePath: '/cloud' })),
      checksums(await render({ secrets: { values: { adminPassword: 'another-password' } } })),
    ]
    const workloads = (found: typeof before) =>
      Object.fromEntries(Object.entries(found).filter(([owner]) => !/Job|Pod/.test(owner)))
    expect(workloads(again)).toEqual(workloads(before))
    expect(settings['Deployment/home-nido-web']).not.toEqual(before['Deployment/home-nido-web'])
    expect(secrets['Deployment/home-nido-api']).not.toEqual(before['Deployment/home-nido-api'])
  })

  it('carry no version of the chart, which would start all of them anew with every upgrade', async () => {
    for (const { labels } of podsOf(await render()))
      expect(Object.keys(labels).toSorted()).toEqual([
        'app.kubernetes.io/component',
        'app.kubernetes.io/instance',
        'app.kubernetes.io/name',
      ])
  })

  it('all get what is said of all, and each what is said of it', async () => {
    const pods = podsOf(await render({}, [ci('everything')]))
    expect(pods.map(({ owner }) => owner.replace(/-[0-9a-f]{8}$/, '')).toSorted()).toEqual([
      'CronJob/home-nido-backup',
      'CronJob/home-nido-backup-check',
      'Deployment/home-nido-api',
      'Deployment/home-nido-web',
      'Job/home-nido-backup-volume',
      'Job/home-nido-store-users',
      'Pod/home-nido-test',
      'StatefulSet/home-nido-database',
      'StatefulSet/home-nido-store',
      'StatefulSet/home-nido-worker',
    ])
    for (const { owner, labels, annotations, spec } of pods) {
      expect(labels).toMatchObject({ 'example.org/team': 'home' })
      expect(annotations).toMatchObject({ 'example.org/note': 'all' })
      expect(spec).toMatchObject({ priorityClassName: 'household', tolerations: [{ key: 'storage' }] })
      expect(spec['nodeSelector']).toEqual(
        owner.endsWith('-api')
          ? { 'kubernetes.io/os': 'linux', 'example.org/fast': 'true' }
          : { 'kubernetes.io/os': 'linux' },
      )
      if (!/^(Deployment|StatefulSet)/.test(owner)) continue
      const [container] = spec.containers
      expect(variable(container, 'TZ')).toBe('Europe/Berlin')
      expect(container?.envFrom).toEqual([{ configMapRef: { name: 'more' } }])
      expect(container?.volumeMounts).toContainEqual({ name: 'more', mountPath: '/more' })
    }
  })

  it('take their images from the registry, and a digest before a tag', async () => {
    const objects = await render({}, [ci('everything')])
    expect(containerOf(objects, 'Deployment', 'home-nido-api').image).toMatch(
      /^registry\.example\.org\/home\/nido\/api@sha256:0123/,
    )
    expect(containerOf(objects, 'StatefulSet', 'home-nido-store').image).toBe(
      'registry.example.org/home/nido/store:0.1.0',
    )
  })
})

describe('the arcade', () => {
  const pod = async (values: object) => podsOf([find(await render(values), 'Deployment', 'home-nido-api')])[0]?.spec

  it('has the files of its emulator copied from an image of its own', async () => {
    const spec = await pod({})
    expect(JSON.stringify(spec)).toContain('"image":"nido/emulator:0.1.0"')
    expect(spec?.containers[0]?.volumeMounts).toContainEqual({
      name: 'emulator',
      mountPath: '/nido/dist/emulatorjs',
      readOnly: true,
    })
  })

  it('can be left out, with everything of its emulator', async () =>
    expect(JSON.stringify(await pod({ arcade: { enabled: false } }))).not.toContain('emulator'))
})

describe('backups', () => {
  const commandOf = (objects: KubeObject[], name: string) => {
    const [pod] = podsOf([find(objects, 'CronJob', name)])
    return pod?.spec.containers[0]
  }

  it('are not made unless they are wanted', async () => expect(names(await render(), 'CronJob')).toEqual([]))

  it('go to a volume that stays, and are read again', async () => {
    const objects = await render({ backup: { enabled: true } })
    expect(names(objects, 'CronJob')).toEqual(['home-nido-backup', 'home-nido-backup-check'])
    expect(find(objects, 'CronJob', 'home-nido-backup').spec).toMatchObject({ concurrencyPolicy: 'Forbid' })
    const [backup, check] = ['home-nido-backup', 'home-nido-backup-check'].map((name) => commandOf(objects, name))
    expect([backup?.command, check?.command]).toEqual([
      ['nido', 'backup'],
      ['nido', 'backup', '--check'],
    ])
    expect(['BACKUP_FOLDER', 'BACKUP_KEEP', 'S3_SECRET_KEY'].map((name) => variable(backup, name))).toEqual([
      '/backup',
      '30',
      'from home-nido api-secret-key',
    ])
    expect(find(objects, 'PersistentVolumeClaim', 'home-nido-backup').metadata.annotations).toEqual({
      'helm.sh/resource-policy': 'keep',
    })
  })

  it('have a volume that is bound at once, since helm waits for it: a Job mounts it', async () => {
    const jobsOf = async (values: object) =>
      names(await render({ backup: { enabled: true, ...values } }), 'Job').filter((name) => name.includes('backup'))
    const objects = await render({ backup: { enabled: true } })
    const [name = '', ...others] = await jobsOf({})
    expect(others).toEqual([])
    const [pod] = podsOf([find(objects, 'Job', name)])
    expect(pod?.spec['volumes']).toEqual([{ name: 'backup', persistentVolumeClaim: { claimName: 'home-nido-backup' } }])
    // A Job cannot be changed: every change of its pod needs another name.
    expect(await jobsOf({ resources: { limits: { memory: '2Gi' } } })).not.toEqual([name])
    expect(await jobsOf({ persistence: { existingClaim: 'mine' } })).toEqual([])
  })

  it('or to a bucket elsewhere', async () => {
    const objects = await render({}, [ci('backup')])
    expect([names(objects, 'CronJob'), names(objects, 'PersistentVolumeClaim')]).toEqual([['home-nido-backup'], []])
    const backup = commandOf(objects, 'home-nido-backup')
    // Its key should not be able to delete.
    expect(variable(backup, 'BACKUP_KEEP')).toBe('0')
    const wished = await render({ backup: { keep: 7 } }, [ci('backup')])
    expect(variable(commandOf(wished, 'home-nido-backup'), 'BACKUP_KEEP')).toBe('7')
    expect(['BUCKET', 'ENDPOINT', 'SECRET_KEY'].map((name) => variable(backup, `BACKUP_S3_${name}`))).toEqual([
      'backups-of-home',
      'https://backup.example.org',
      'from home-nido backup-secret-key',
    ])
  })
})

describe('for Prometheus and Grafana', () => {
  it('there is nothing unless it is wanted', async () => {
    const objects = await render()
    expect(objects.some(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com'))).toBe(false)
    expect(containerOf(objects, 'Deployment', 'home-nido-api').ports?.map(({ name }) => name)).toEqual(['http'])
  })

  it('there is a port of both programs, and who asks it', async () => {
    const objects = await render({}, [ci('everything')])
    expect(find(objects, 'ServiceMonitor', 'home-nido-metrics')).toMatchObject({
      metadata: { labels: { release: 'prometheus' } },
      spec: { endpoints: [{ port: 'metrics', interval: '30s' }] },
    })
    const api = containerOf(objects, 'Deployment', 'home-nido-api')
    expect([variable(api, 'METRICS_PORT'), variable(api, 'METRICS_HOST')]).toEqual(['9090', '0.0.0.0'])
    for (const name of ['home-nido-api', 'home-nido-worker'])
      expect(find(objects, 'Service', name).spec).toMatchObject({
        ports: expect.arrayContaining([expect.objectContaining({ name: 'metrics' })]),
      })
  })
})

describe('the alerts', () => {
  const runbooks = async (values: object, files: string[]) => {
    const rule = find(await render(values, files), 'PrometheusRule', 'home-nido-alerts')
    return [...JSON.stringify(rule.spec).matchAll(/"runbook_url":"([^"]+)"/g)].map(([, url = '']) => url)
  }

  it('lead to the runbooks where an operator has them, each to its own', async () => {
    const urls = await runbooks({}, [ci('everything')])
    expect(urls.length).toBeGreaterThan(10)
    expect(new Set(urls).size).toBe(urls.length)
    const at = 'https://git.example.org/nido/docs/operations.md'
    for (const url of urls) expect([url.split('#')[0], URL.canParse(url)]).toEqual([at, true])
  })

  it('lead to the page of the project by its path, if nobody says where it is', async () => {
    const urls = await runbooks({ metrics: { enabled: true, prometheusRule: { enabled: true } } }, [])
    expect(urls).toContain('docs/operations.md#nidodown')
  })
})

describe('API and worker', () => {
  it('wait for database and store', async () => {
    const objects = await render()
    for (const [kind, name] of [
      ['Deployment', 'home-nido-api'],
      ['StatefulSet', 'home-nido-worker'],
    ] as const)
      expect(variable(containerOf(objects, kind, name), 'WAIT_FOR_SERVERS')).toBe('true')
  })
})

describe('further objects', () => {
  it('come as they are, their texts filled in', async () =>
    expect(find(await render({}, [ci('everything')]), 'ConfigMap', 'home-nido-more').data).toEqual({ more: 'of home' }))
})

describe('names', () => {
  it('are short enough for labels and hosts, however long the release is called', async () => {
    const objects = await render({ fullnameOverride: 'a'.repeat(40) })
    for (const { metadata } of objects) expect(metadata.name.length).toBeLessThanOrEqual(63)
    const text = await helm('template', 'nido', CHART)
    expect(text).toContain('name: nido-api\n')
  })
})

describe('the policy of the users in the store', () => {
  it('allows what SECURITY.md tells, and nothing else', async () => {
    const security = await readFile(path.join(ROOT, 'SECURITY.md'), 'utf8')
    const rows = security.split('\n').filter((line) => line.startsWith('| `arn:'))
    const told = rows.map((row) => [...row.matchAll(/`(s3:\w+)`/g)].map(([, action = '']) => action).toSorted())
    const policy = find(await render(), 'ConfigMap', 'home-nido-store-users').data?.['policy.json'] ?? '{}'
    const { Statement: statements } = JSON.parse(policy) as { Statement: { Action: string[]; Resource: string[] }[] }
    // MinIO lists the buckets that a user may see without being told to.
    expect(statements.map(({ Action: actions }) => actions.toSorted())).toEqual(
      told.map((actions) => actions.filter((action) => action !== 's3:ListAllMyBuckets')),
    )
    expect(statements.map(({ Resource: resources }) => resources)).toEqual([
      ['arn:aws:s3:::*'],
      ['arn:aws:s3:::nido-*'],
      ['arn:aws:s3:::nido-*/*'],
    ])
  })
})

describe('docs/operations.md', () => {
  it('names workloads that a release called nido has', async () => {
    const text = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8')
    const named = new Set([...text.matchAll(/\b(deployment|statefulset|cronjob)\/([\w-]+)/g)].map(([one]) => one))
    const objects = await render({ fullnameOverride: 'nido', backup: { enabled: true } })
    const there = objects.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`)
    expect(named.size).toBeGreaterThan(2)
    expect([...named].filter((one) => !there.includes(one))).toEqual([])
  })
})

describe('the notes', () => {
  it.each([
    ['default', 'port-forward service/home-nido-web 8080:80'],
    ['ingress-nginx', 'https://home.example.org/cloud/'],
    ['gateway', 'https://home.example.org/cloud/home/'],
  ])('say what to do next, without a secret: %s', async (set, words) => {
    // helm shows them only when it installs. They are a template as others are, so an object can hold them.
    const data = { notes: '{{ include "nido/templates/NOTES.txt" . | b64enc }}' }
    const holder = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'the-notes' }, data }
    const objects = await render({ extraManifests: [holder] }, [ci(set)])
    const notes = Buffer.from(find(objects, 'ConfigMap', 'the-notes').data?.['notes'] ?? '', 'base64').toString()
    expect(notes).toContain('kubectl --namespace nido rollout status deployment/home-nido-api')
    expect(notes).toContain(words)
    expect(notes).toContain('The database has no password')
    expect(notes).toMatch(/go-template=\{\{index \.data "admin-password" \| base64decode\}\}/)
    expect(notes).not.toMatch(/@|\n{3}/)
  })
})

describe('a worker', () => {
  it.each([true, false])(
    'has a folder of its own on the volume, which it may close (persistent: %s)',
    async (persistent) => {
      const worker = containerOf(
        await render({ worker: { scratch: { persistent } } }),
        'StatefulSet',
        'home-nido-worker',
      )
      const mounted = worker.volumeMounts?.find(({ name }) => name === 'scratch')?.mountPath
      expect(variable(worker, 'WORKER_DIR')).toBe(`${mounted}/imports`)
    },
  )
})

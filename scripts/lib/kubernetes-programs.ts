// Programs that check what Nido has for Kubernetes and Compose: built once into the user's cache, as other servers are.
import { findSchemas, KUBERNETES_VERSIONS } from './kubernetes-schemas.ts'
import { build, installing, type ProgramPlaces } from './programs.ts'

const HELM_VERSION = 'v3.22.0'
const KUBECONFORM_VERSION = 'v0.8.0'
const KUSTOMIZE_VERSION = 'v5.7.1'
const COMPOSE_VERSION = 'v2.16.2'
/** As in the image of the store. */
export const MC_VERSION = 'v0.0.0-20250313080218-cf909e1063a9'

/** Built without its makefile, helm takes the cluster for an old one unless it is told a version. */
const KUBERNETES = ['chartutil', 'lint/rules'].flatMap((name) => [
  `helm.sh/helm/v3/pkg/${name}.k8sVersionMajor=1`,
  `helm.sh/helm/v3/pkg/${name}.k8sVersionMinor=33`,
])

/** @throws Error with a readable message if it cannot be built */
export const findHelm = (places: ProgramPlaces): Promise<string> =>
  build(places, {
    title: 'helm (for tests of the chart)',
    file: `helm-${HELM_VERSION}`,
    args: installing(`helm.sh/helm/v3/cmd/helm@${HELM_VERSION}`, 'helm', KUBERNETES),
  })

/** @throws Error with a readable message if it cannot be built */
export const findKubeconform = (places: ProgramPlaces): Promise<string> =>
  build(places, {
    title: 'kubeconform (for tests of the chart)',
    file: `kubeconform-${KUBECONFORM_VERSION}`,
    args: installing(`github.com/yannh/kubeconform/cmd/kubeconform@${KUBECONFORM_VERSION}`, 'kubeconform'),
  })

/** @throws Error with a readable message if it cannot be built */
export const findKustomize = (places: ProgramPlaces): Promise<string> =>
  build(places, {
    title: 'kustomize (for tests of k8s/)',
    file: `kustomize-${KUSTOMIZE_VERSION}`,
    args: installing(`sigs.k8s.io/kustomize/kustomize/v5@${KUSTOMIZE_VERSION}`, 'kustomize'),
  })

/** The reader of Compose files, as a program. @throws Error with a readable message if it cannot be built */
export const findComposeReader = (places: ProgramPlaces): Promise<string> =>
  build(places, {
    title: 'the reader of Compose files (for tests)',
    file: `compose-${COMPOSE_VERSION}`,
    args: installing(`github.com/compose-spec/compose-go/v2/cmd@${COMPOSE_VERSION}`, 'cmd'),
  })

/** The client of MinIO. @throws Error with a readable message if it cannot be built */
export const findMc = (places: ProgramPlaces): Promise<string> =>
  build(places, {
    title: 'mc (for tests of the store’s users)',
    file: `mc-${MC_VERSION}`,
    args: installing(`github.com/minio/mc@${MC_VERSION}`, 'mc'),
  })

/** Builds all that the tests of the chart need, one after another. @throws Error with a readable message */
export async function findChartTools(places: ProgramPlaces): Promise<void> {
  await findHelm(places)
  await findKubeconform(places)
  await findKustomize(places)
  await findComposeReader(places)
  await findMc(places)
  for (const version of KUBERNETES_VERSIONS) await findSchemas(places, version)
}

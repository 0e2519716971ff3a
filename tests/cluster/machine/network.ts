// The network of the node: a namespace of its own, linked with the machine. Nothing leads from it to anywhere else.
import { call, NAME, NETWORK } from './places.ts'

export const NAMESPACE = `/run/netns/${NAME}`

/** The words that run a program in the node's network. Not `ip netns exec`, which also gives it mounts of its own. */
export const IN_NODE = ['nsenter', `--net=${NAMESPACE}`] as const

export async function makeNetwork(env: NodeJS.ProcessEnv): Promise<void> {
  const ip = (words: string) => call(env, 'ip', ...words.split(' '))
  const inside = (words: string) => ip(`-n ${NAME} ${words}`)
  await ip(`netns add ${NAME}`)
  await ip(`link add ${NAME} type veth peer name eth0 netns ${NAME}`)
  await ip(`addr add ${NETWORK.machine}/${NETWORK.link} dev ${NAME}`)
  await ip(`link set ${NAME} up`)
  await inside(`addr add ${NETWORK.node}/${NETWORK.link} dev eth0`)
  await inside('link set eth0 up')
  await inside('link set lo up')
  await call(env, ...IN_NODE, 'sh', '-c', 'echo 1 >/proc/sys/net/ipv4/ip_forward')
  // Who looks for an address outside is told at once that there is none.
  await inside('route add unreachable default metric 4278198272')
  // For processes on the node, and on the machine.
  await inside(`route add ${NETWORK.services} via ${NETWORK.machine}`)
  await ip(`route add ${NETWORK.services} via ${NETWORK.node}`)
  await ip(`route add ${NETWORK.pods} via ${NETWORK.node}`)
}

/** Removes it, as far as there is one. */
export async function removeNetwork(env: NodeJS.ProcessEnv): Promise<void> {
  for (const words of [`link del ${NAME}`, `netns del ${NAME}`])
    await call(env, 'ip', ...words.split(' ')).catch(() => undefined)
}

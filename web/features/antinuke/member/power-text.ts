import type { PowerKey, Rung } from '#features/antinuke/posture/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { inWords } from '#web/app/in-words.ts'
import { inSentence } from '#web/app/people/in-sentence.ts'

const over: Record<PowerKey, string> = {
  bans: 'bans',
  kicks: 'kicks',
  roles: 'roles',
  channels: 'channels',
  webhooks: 'webhooks',
  server: 'the server',
  pings: 'pings',
}

const named = Object.entries(over) as readonly [PowerKey, string][]

/** At most this many roles are named, and one more if it would be the only one counted. */
const mostNamed = 3

/** 'Helper gives power over channels and roles.'; undefined if none of the roles gives any. */
export function powerText(
  ladder: readonly Pick<Rung, 'kind' | 'id' | 'powers'>[],
  roles: ShownMember['roles'],
): string | undefined {
  const found = roles.flatMap(({ id, name }) => {
    const rung = ladder.find(one => one.kind === 'role' && one.id === id)
    const powers = rung ? named.filter(([key]) => rung.powers[key] !== 'none') : []
    return powers.length === 0 ? [] : [{ name: inSentence(name), powers }]
  })
  if (found.length === 0) return undefined
  const all = named.filter(([key]) => found.some(({ powers }) => powers.some(([held]) => held === key)))
  const what = all.length === named.length ? 'everything' : inWords(all.map(([, words]) => words))
  const names = found.map(({ name }) => name)
  const shown = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names
  const more = names.length - shown.length
  return `${inWords([...shown, ...(more > 0 ? [`${more} more`] : [])])} ${found.length === 1 ? 'gives' : 'give'} power over ${what}.`
}

import { formatCount } from '#kit/numbers.ts'
import { namedIn } from '../message/mentioned.ts'
import { evidenceAt, type Rule } from './rule.ts'

export const mentions: Rule = {
  name: 'mentions',
  title: 'Mass mentions',
  reason: 'mentioned too many at once',
  isOn: own => own.antiMassmention,
  evaluate({ facts, own, maxEvidence }) {
    const { users, roles, everyone } = facts.mentions
    const evidence = () =>
      namedIn(facts.content)
        .places.slice(0, maxEvidence)
        .map(({ start, end }) => evidenceAt(facts, start, end))
    if (everyone) return { sentence: 'It tries to mention everybody.', evidence: evidence() }
    if (users + roles <= own.maxMentions) return undefined
    const sentence = `It mentions ${formatCount(users, 'member')} and ${formatCount(roles, 'role')}; ${own.maxMentions} together are allowed.`
    return { sentence, evidence: evidence() }
  },
  clearSentence: ({ facts: { mentions: found }, own }) =>
    `It mentions ${formatCount(found.users + found.roles, 'member or role', 'members and roles')}; ${own.maxMentions} are allowed.`,
}

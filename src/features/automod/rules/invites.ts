import { invitesIn } from '../text/invites.ts'
import { evidenceAt, type Rule } from './rule.ts'

export const invites: Rule = {
  name: 'invites',
  title: 'Invites',
  reason: 'had an invite to another server',
  isOn: own => own.antiInvites,
  evaluate({ facts, own, maxEvidence }) {
    const found = invitesIn(facts.text, facts.readings()).filter(({ code }) => !own.allowedInvites.includes(code))
    if (found.length === 0) return undefined
    return {
      sentence: `It has an invite (${[...new Set(found.map(({ code }) => code))].slice(0, 3).join(', ')}).`,
      evidence: found
        .slice(0, maxEvidence)
        .map(({ code, start, end }) =>
          start === null || end === null ? { text: code, start, end } : evidenceAt(facts, start, end),
        ),
      inviteCodes: [...new Set(found.map(({ code }) => code))],
    }
  },
  clearSentence: () => 'It has no invite, or only allowed ones.',
}

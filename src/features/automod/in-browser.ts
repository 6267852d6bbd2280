import automod, { type AutomodSettings, type Verdict } from './contract.ts'
import { factsOfText, placeholderId } from './message/facts-of-text.ts'
import { ruleVerdicts } from './rules/evaluate.ts'
import { wordEngine } from './text/words.ts'

export interface Tried {
  verdicts: readonly Verdict[]
  deleted: boolean
  /** How many strikes its author would get. */
  strikes: number
}

/** Settings of a strict server with every rule on and a few listed words. */
export const strictSettings = (words: readonly string[]): AutomodSettings =>
  automod.settings.parse({
    enabled: true,
    antiSpam: true,
    antiMassmention: true,
    antiLinks: true,
    antiInvites: true,
    words: words.map(pattern => ({ pattern, kind: 'word' })),
  })

/** Judges one made-up message the way the bot would, with the actual rules. */
export function tryText(text: string, own: AutomodSettings): Tried {
  const facts = factsOfText(text, {
    guildId: placeholderId,
    channelId: placeholderId,
    authorId: placeholderId,
    at: Date.now(),
    attachments: [],
    mayCallEverybody: false,
  })
  const input = {
    facts,
    own,
    rates: { withinSpamWindow: [], alike: [] },
    words: wordEngine(own.words),
    maxEvidence: 50,
  }
  const verdicts = ruleVerdicts(input)
  const strikes = verdicts.filter(({ state }) => state === 'hit').length
  return { verdicts, deleted: strikes > 0, strikes }
}

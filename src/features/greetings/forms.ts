import { isDeepStrictEqual } from 'node:util'
import { UserError } from '#kit/errors.ts'
import type { Context, Patch, SettingsChange } from '#kernel/feature.ts'
import type greetings from './contract.ts'
import { greetingOf, type GreetingKind, kinds } from './contract.ts'
import { demandEmbeds } from './embeds/demand.ts'

type Changes = Patch<typeof greetings>

/**
 * A documented form that contains the message, its type or its channel stands for the whole section, and turns it on;
 * one with only parts of the embed does not change that. The dashboard sends the switch explicitly.
 */
const update = (kind: GreetingKind) => ({
  change(_ctx: unknown, posted: Changes, { revision }: { revision: number | undefined }): Changes {
    const whole = [`${kind}_channel`, `${kind}_content`, `${kind}_type`].some(key => key in posted)
    const implied = whole && revision === undefined && posted[`${kind}_enabled`] === undefined
    return implied ? { ...posted, [`${kind}_enabled`]: true } : posted
  },
})

const off = (kind: GreetingKind) => ({ change: (): Changes => ({ [`${kind}_enabled`]: false }) })

export const forms = {
  welcome: update('welcome'),
  farewell: update('farewell'),
  welcomeOff: off('welcome'),
  farewellOff: off('farewell'),
}

/** @throws UserError if a changed greeting would be refused by Discord, or be on without a channel */
export function demandSound(ctx: Context<typeof greetings>, change: SettingsChange<typeof greetings>): void {
  for (const kind of kinds)
    demandEmbeds(greetingOf(change.before, kind), greetingOf(change.after, kind), `${kind}_embed_more`)
  demandChannels(change)
}

function demandChannels({ before, after, author }: SettingsChange<typeof greetings>): void {
  const [kind, ...more] = kinds.filter(
    one =>
      after[`${one}_enabled`] &&
      after[`${one}_channel`] === null &&
      (Object.keys(after) as (keyof typeof after)[]).some(
        key => key.startsWith(`${one}_`) && !isDeepStrictEqual(before[key], after[key]),
      ),
  )
  if (kind === undefined) return
  // Only the switch of the whole module affects both.
  if (more.length > 0)
    throw new UserError(
      'greetings.unconfigured',
      'Choose a channel for welcome or farewell messages first, in the dashboard under Welcome Configuration.',
    )
  const sentence = author.via === 'command' ? 'Choose a channel first.' : 'Please select a channel'
  throw new UserError('greetings.channel', sentence, 400, { [`${kind}_channel`]: sentence })
}

import { UserError } from '#kit/errors.ts'
import type { Patch, SettingsChange } from '#kernel/feature.ts'
import type greetings from './contract.ts'
import { type Kind, kinds } from './contract.ts'

type Changes = Patch<typeof greetings>

/**
 * With a message, its type or its channel a documented form is the whole section, which is on then; with parts of the
 * embed alone it leaves on and off as they are. The dashboard says which it means.
 */
const update = (kind: Kind) => ({
  change(_ctx: unknown, posted: Changes, { revision }: { revision: number | undefined }): Changes {
    const whole = [`${kind}_channel`, `${kind}_content`, `${kind}_type`].some(key => key in posted)
    const implied = whole && revision === undefined && posted[`${kind}_enabled`] === undefined
    return implied ? { ...posted, [`${kind}_enabled`]: true } : posted
  },
})

const off = (kind: Kind) => ({ change: (): Changes => ({ [`${kind}_enabled`]: false }) })

export const forms = {
  welcome: update('welcome'),
  farewell: update('farewell'),
  welcomeOff: off('welcome'),
  farewellOff: off('farewell'),
}

/** @throws UserError when a greeting that was changed would be on without a channel */
export function demandChannels({ before, after }: Pick<SettingsChange<typeof greetings>, 'before' | 'after'>): void {
  for (const kind of kinds) {
    const changed = (Object.keys(after) as (keyof typeof after)[]).some(
      key => key.startsWith(`${kind}_`) && before[key] !== after[key],
    )
    if (!changed || !after[`${kind}_enabled`] || after[`${kind}_channel`] !== null) continue
    const sentence = 'Please select a channel'
    throw new UserError('greetings.channel', sentence, 400, { [`${kind}_channel`]: sentence })
  }
}

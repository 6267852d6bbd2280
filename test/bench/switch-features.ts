import automod from '#features/automod/contract.ts'
import { features as everyFeature } from '#features/index.ts'
import { UserError } from '#kit/errors.ts'
import type { Feature } from '#kernel/feature.ts'
import { createLog } from '#kernel/log.ts'
import { createSettings } from '#kernel/settings/settings.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'

const author = { userId: null, via: 'benchmark' }

/** The settings of a cautious administrator: every filter, and some words of their own. */
const filters = {
  enabled: true,
  antiSpam: true,
  antiMassmention: true,
  antiLinks: true,
  antiInvites: true,
  antiGhostping: true,
  antiAttachments: true,
  words: Array.from({ length: 25 }, (_, index) => ({ pattern: `offence${index}`, kind: 'word' as const })),
}

/** The features that receive each message; the others cost nothing per message. */
export const hearing = (): Feature[] => everyFeature.filter(({ parts }) => parts.listeners?.messageCreate)

/**
 * Switches features on in every guild, through the settings store of a product that is not running. Greetings, which
 * need a channel, and features without a switch are left as they are.
 */
export function switchOn(dataDir: string, guildIds: Iterable<string>, features: readonly Feature[]): void {
  const log = createLog('warn', [])
  const db = openDatabase({ dataDir, log })
  try {
    const settings = createSettings({ db, log, now: Date.now, guild: () => undefined })
    const set = (guildId: string, { contract, parts }: Feature) => {
      if (contract.name === automod.name) settings.write(guildId, automod, filters, author)
      else if (typeof parts.switch === 'string') settings.write(guildId, contract, { [parts.switch]: true }, author)
      else if (parts.switch) settings.write(guildId, contract, parts.switch.patch({ settings }, guildId, true), author)
    }
    db.transaction(() => {
      for (const guildId of guildIds)
        for (const feature of features) {
          try {
            set(guildId, feature)
          } catch (error) {
            if (!(error instanceof UserError)) throw error
          }
        }
    })
  } finally {
    closeDatabase(db)
  }
}

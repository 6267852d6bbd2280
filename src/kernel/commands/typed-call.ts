import type { Guild } from 'discord.js'
import { processState, type Services } from '../feature.ts'
import { type Catalogue, createCatalogue } from './catalogue.ts'
import { readInvocation } from './invocation.ts'
import { prefixOf } from './prefix.ts'
import { customCommandsOf } from './server-commands.ts'

const catalogueOf = processState(
  ({ features }: Pick<Services, 'features' | 'memory'>): Catalogue => createCatalogue(features),
)

/**
 * Whether a message calls a command. Listeners never receive such messages, so code that reads old messages has to skip
 * them, too.
 */
export function isTypedCall(services: Services, guild: Guild, content: string): boolean {
  const asked = readInvocation(content, prefixOf(services, guild.id), guild.client.user.id)
  if (asked.kind !== 'command') return asked.kind === 'greeting'
  const isOurs = catalogueOf(services).findTyped(asked.word, asked.rest) !== undefined
  return isOurs || customCommandsOf(services, guild)?.has(asked.word) === true
}

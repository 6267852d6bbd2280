import type { z } from 'zod'
import type { GuildCore } from '#kernel/contract.ts'
import { entriesOf, entryTeller, type NameOf, valueInWords } from '#kit/setting-words/template.ts'
import { signedChannelIn, signedRoleIn } from '../guild-names.ts'

/** Names as far as the page knows them: members are called as the author of a change is whose name is not known. */
const namesIn =
  (guild: GuildCore | undefined): NameOf =>
  (kind, id) => {
    if (kind === 'channel' || kind === 'channels') return signedChannelIn(guild, id)
    if (kind === 'role' || kind === 'roles') return signedRoleIn(guild, id)
    return kind === 'member' ? `user ${id}` : undefined
  }

/** An entry of a list as full text, with names in place of ids: in the words of the history. */
export const entryText = (entry: unknown, list: z.ZodType, guild: GuildCore | undefined): string =>
  entryTeller(list, namesIn(guild))(entry)

/** A setting's value as full text: names in place of ids, a choice by its label, a number with its unit. */
export function settingText(value: unknown, schema: z.ZodType, guild: GuildCore | undefined): string {
  const entries = Array.isArray(value) ? undefined : entriesOf(schema, value)
  if (!entries) return valueInWords(schema, value, namesIn(guild))
  return entries.map(entry => entryText(entry, schema, guild)).join(', ') || 'none'
}

import { isGroup } from '../feature.ts'
import type { Call } from './run.ts'
import type { Catalogue } from './catalogue.ts'
import { slashPath } from './slash-tree.ts'

/** The slash form of a typed command: 'inviterank add @Elder' becomes '/invites rank add @Elder'. */
function afterSlash({ find }: Pick<Catalogue, 'find'>, words: string): string | undefined {
  const [name = '', ...rest] = words.split(' ')
  const entry = find(name)
  if (!entry) return undefined
  const { definition } = entry
  const [word] = rest
  const isNamed = isGroup(definition) && word !== undefined && word in definition.subcommands
  // '.tag refund' is '/tag send refund'.
  const unnamed = isGroup(definition)
    ? ((word === undefined ? undefined : definition.otherwise) ?? definition.bare)
    : undefined
  const sub = isNamed ? word : unnamed
  if (isGroup(definition) && sub === undefined) return undefined
  const path = slashPath(entry, sub)
  return path && ['/', path, ...(isNamed ? rest.slice(1) : rest).map(one => ` ${one}`)].join('')
}

/**
 * Returns a function that writes other commands in the way the caller called this one: typed, or as slash commands
 * where they exist.
 * @returns for 'antinuke panic off': '.antinuke panic off', or '/antinuke panic off'
 */
export const commandWriter =
  (catalogue: Pick<Catalogue, 'find'>, { source, prefix }: Pick<Call, 'source' | 'prefix'>) =>
  (words: string): string =>
    (source === 'prefix' ? undefined : afterSlash(catalogue, words)) ?? `${prefix}${words}`

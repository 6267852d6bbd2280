import type { GuildMember } from 'discord.js'
import type { Services } from '../feature.ts'
import { contextOf, nameOf, portableKinds, type PortableKind } from '../many-changes/things.ts'
import type { SettingsFile } from './contract.ts'
import { fieldsOf } from './read-things.ts'

type Fields = Record<string, unknown>

/** Sorts things independently of their server, and replaces references between them by their index in the list. */
function written(of: PortableKind, all: readonly { id: string; design: Fields }[]): Fields[] {
  const { joins } = of.portable
  const keys = Object.keys(fieldsOf(of)).filter(key => key !== joins)
  const sorted = all
    .map(({ id, design }) => {
      const kept = Object.fromEntries(keys.flatMap(key => (key in design ? [[key, design[key]]] : [])))
      const other = joins === undefined ? undefined : design[joins]
      return { id, kept, order: `${nameOf(of.things, design)}\0${JSON.stringify(kept)}`, other }
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
  return sorted.map(({ kept, other }) => {
    if (joins === undefined) return kept
    const place = sorted.findIndex(({ id }) => id === other)
    return { ...kept, [joins]: place < 0 ? null : String(place) }
  })
}

/** Returns the things that somebody may export. */
export function writeThings(services: Services, viewer: GuildMember): SettingsFile['things'] {
  const found: SettingsFile['things'] = {}
  for (const of of portableKinds(services.features)) {
    const { feature, kind, portable } = of
    const { name } = feature.contract
    if (!services.access.has(viewer, 'view', name)) continue
    const all = written(of, portable.list(contextOf(services, viewer, feature)))
    if (all.length > 0) found[name] = { ...found[name], [kind]: all }
  }
  return found
}

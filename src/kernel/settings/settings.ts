import { EventEmitter } from 'node:events'
import type { Guild } from 'discord.js'
import { recentCache } from '#kit/recent-cache.ts'
import { z } from 'zod'
import type { Contract, Settings } from '#contract'
import { UserError } from '#kit/errors.ts'
import { shapeOf } from '../discord/guild-shape.ts'
import type { Logger } from '../log.ts'
import type { HistorySearch } from './history-search.ts'
import { type Document, changesBetween, frozen, invalid, mergeDocument, readDocument } from './document.ts'
import { hasReferences, resolveReferences } from './references.ts'
import type { Author, Revision } from './revision.ts'
import type { HistoryFilter, HistoryPart, Touch } from './history-rows.ts'
import type { ThingChange } from './thing-history.ts'
import { renamesIn } from './rename-id.ts'
import { parseDocument, settingsRows } from './rows.ts'
import type { Database } from '../storage/database.ts'

/** How many guilds' documents are certainly cached; with more guilds, the others are read from disk. */
const cachedGuilds = 10_000

/** What is cached for one guild. */
interface Held {
  /** The parsed documents, by feature. */
  documents: Map<string, Document>
  /**
   * The stored documents that no feature has read yet: one query reads all of them, because all features read theirs in
   * turn.
   */
  texts?: Map<string, string> | undefined
  /** The newest revision; every page asks for it. */
  revision?: number | undefined
}

/** A change of some of a feature's settings; a key that is undefined stays as it is. */
export type Patch<C extends Contract> = { [K in keyof Settings<C>]?: Settings<C>[K] | undefined }

/** A change that was just stored, with the settings that it touched. */
interface StoredChange {
  guildId: string
  feature: string
  author: Author
  keys: readonly string[]
}

/** Stores one document per guild and feature. Reads are cached; every write is one transaction with a history row. */
export interface SettingsStore {
  /** Returns a feature's settings, frozen: change them with `write`. */
  read<C extends Contract>(guildId: string, contract: C): Settings<C>
  /** Returns one setting without parsing the feature's others: for reading many servers at once. */
  peek(guildId: string, contract: Contract, key: string): unknown
  /**
   * Merges `patch` into the stored document and validates the whole strictly.
   * A channel may be given by id, name or `#name`; the id is stored.
   * @throws UserError 'settings.invalid' with one sentence per field; nothing is stored then
   */
  write<C extends Contract>(guildId: string, contract: C, patch: Patch<C>, author: Author): Settings<C>
  /**
   * Returns what the settings would be after `write`, without storing anything.
   * @throws UserError like `write`
   */
  preview<C extends Contract>(guildId: string, contract: C, patch: Patch<C>): Settings<C>
  history(guildId: string, options?: HistoryPart): Revision[]
  /** The ids of revisions in parts, to be read one after the other; fewer than asked for once they hold `mostBytes`. */
  historyParts(guildId: string, options: HistoryPart, mostBytes: number): number[][]
  /**
   * Which settings of a feature were touched after a revision, with the first and last revision and the last author.
   */
  touchedSince(guildId: string, feature: string, after: number): Map<string, Touch>
  /**
   * Which settings of a feature were touched after a revision by changes that are no longer kept, and when (Unix ms).
   */
  prunedSince(guildId: string, feature: string, after: number): Map<string, number>
  /**
   * The fields that the newest change of one of a feature's things recorded.
   * @param name the key that all its changes record
   * @param at the id of that change, if known
   */
  lastNoted(guildId: string, feature: string, name: string, at?: number): Record<string, unknown>
  /**
   * All things of a feature that the history knows: the key that their changes record, and the newest revision of each.
   */
  notedThings(guildId: string, feature: string): { name: string; last: number }[]
  /** The value of a setting before a revision that touched it. */
  valueBefore(revision: number, name: string): unknown
  /**
   * The ids of all revisions that match a filter and a search, newest first; searches in small parts, so that nothing
   * else is held up.
   */
  searchHistory(guildId: string, filter: HistoryFilter, search: HistorySearch): Promise<number[]>
  /** How many revisions match a filter. */
  countHistory(guildId: string, filter: HistoryFilter): number
  /** Who changed something visible in a guild, and the features that were changed. */
  historyFacets(guildId: string, isVisible: (feature: string) => boolean): { userIds: string[]; features: string[] }
  /** When each of these revisions was last undone (Unix ms). */
  restoredAt(guildId: string, ids: readonly number[]): Map<number, number>
  /** The newest revision of a guild, whatever its feature; 0 while there is none. It only grows. */
  revision(guildId: string): number
  /** Calls back after each stored change; returns the unsubscriber. */
  onChange(listener: (change: StoredChange) => void): () => void
  /**
   * Replaces the id of a recreated channel, role or the like in all settings, within texts too, in the caller's
   * transaction. References that features removed when it was deleted are restored.
   */
  renameId(guildId: string, id: { from: string; to: string }, author: Author): void
  /** Records a change of one of a feature's things in the history; features call `note` of their context instead. */
  noteThing(guildId: string, feature: string, thing: ThingChange, author: Author): void
  /** Every stored document of a guild by feature, without defaults. */
  documents(guildId: string): Record<string, unknown>
  /** Drops the cache of a guild whose rows were erased. */
  forgetGuild(guildId: string): void
}

/** @param options.guild the live guild that channel and role values are checked against */
export function createSettings(options: {
  db: Database
  log: Logger
  now(): number
  guild(guildId: string): Guild | undefined
}): SettingsStore {
  const rows = settingsRows(options.db)
  const cache = recentCache<Held>(cachedGuilds)
  const defaults = new Map<string, Document>()
  const changed = new EventEmitter<{ change: [StoredChange] }>()
  changed.setMaxListeners(0)

  // For one message, every feature reads its settings in turn: the guild is looked up once for all of them.
  let latest: { guildId: string; held: Held } | undefined
  const cacheOf = (guildId: string): Held => {
    if (latest?.guildId === guildId) return latest.held
    let held = cache.get(guildId)
    if (!held) cache.set(guildId, (held = { documents: new Map() }))
    latest = { guildId, held }
    return held
  }

  const stored = (guildId: string, feature: string): Document | undefined => {
    // Inside a transaction the rows may still be rolled back.
    if (options.db.$client.inTransaction) return rows.document(guildId, feature)
    const texts = (cacheOf(guildId).texts ??= rows.texts(guildId))
    const text = texts.get(feature)
    texts.delete(feature)
    return text === undefined ? undefined : parseDocument(text)
  }

  const load = (guildId: string, contract: Contract): Document => {
    const found = stored(guildId, contract.name)
    if (!found) {
      const shared = defaults.get(contract.name) ?? frozen(contract.settings.parse({}))
      defaults.set(contract.name, shared)
      return shared
    }
    const { document, dropped } = readDocument(contract.settings, found)
    if (dropped.length > 0)
      options.log.warn({ guildId, feature: contract.name, dropped }, 'stored settings no longer valid, defaults used')
    return frozen(document)
  }

  const read = (guildId: string, contract: Contract): Document => {
    const { documents } = cacheOf(guildId)
    const known = documents.get(contract.name)
    if (known) return known
    const document = load(guildId, contract)
    if (!options.db.$client.inTransaction) documents.set(contract.name, document)
    return document
  }

  const peek = (guildId: string, contract: Contract, key: string): unknown => {
    const held = cacheOf(guildId)
    const known = held.documents.get(contract.name)
    if (known || options.db.$client.inTransaction) return (known ?? read(guildId, contract))[key]
    const text = (held.texts ??= rows.texts(guildId)).get(contract.name)
    const schema: z.core.$ZodType | undefined = contract.settings.shape[key]
    const value = text === undefined || !schema ? undefined : z.safeParse(schema, parseDocument(text)[key])
    return value?.success ? value.data : read(guildId, contract)[key]
  }

  const resolve = (guildId: string, contract: Contract, merged: Document, before: Document): Document => {
    const touched = changesBetween(before, merged)
    const schemas: Record<string, z.core.$ZodType> = contract.settings.shape
    if (!Object.keys(touched).some(key => schemas[key] && hasReferences(schemas[key]))) return merged
    const guild = options.guild(guildId)
    if (!guild?.available)
      throw new UserError('settings.unavailable', 'Discord does not show this server right now. Try again later.', 503)
    const { value, problems } = resolveReferences(contract.settings, merged, shapeOf(guild), before)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return contract.settings.parse(value)
  }

  const preview = (guildId: string, contract: Contract, patch: Document): Document => {
    const before = read(guildId, contract)
    return resolve(guildId, contract, mergeDocument(contract.settings, before, patch), before)
  }

  const dropHeld = (guildId: string, feature: string) => {
    const held = cacheOf(guildId)
    held.documents.delete(feature)
    held.texts = undefined
    held.revision = undefined
  }

  const write = (guildId: string, contract: Contract, patch: Document, author: Author): Document => {
    const before = read(guildId, contract)
    const after = preview(guildId, contract, patch)
    const changes = changesBetween(before, after)
    const keys = Object.keys(changes)
    if (keys.length === 0) return before
    rows.store({ guildId, feature: contract.name, author, at: options.now(), changes })
    dropHeld(guildId, contract.name)
    changed.emit('change', { guildId, feature: contract.name, author, keys })
    return read(guildId, contract)
  }

  return {
    // The schema's own type is lost in storage; both come from the same contract.
    read: <C extends Contract>(guildId: string, contract: C) => read(guildId, contract) as Settings<C>,
    peek,
    write: <C extends Contract>(guildId: string, contract: C, patch: Patch<C>, author: Author) =>
      write(guildId, contract, patch, author) as Settings<C>,
    preview: <C extends Contract>(guildId: string, contract: C, patch: Patch<C>) =>
      preview(guildId, contract, patch) as Settings<C>,
    renameId(guildId, id, author) {
      for (const { feature, changes } of renamesIn(options.db, rows.texts(guildId), guildId, id)) {
        rows.store({ guildId, feature, author, at: options.now(), changes })
        dropHeld(guildId, feature)
        changed.emit('change', { guildId, feature, author, keys: Object.keys(changes) })
      }
    },
    noteThing(guildId, feature, thing, author) {
      rows.noteThing({ guildId, feature, author, at: options.now() }, thing)
      cacheOf(guildId).revision = undefined
    },
    history: rows.history,
    historyParts: rows.historyParts,
    touchedSince: rows.touchedSince,
    prunedSince: rows.prunedSince,
    lastNoted: rows.lastNoted,
    notedThings: rows.notedThings,
    valueBefore: rows.valueBefore,
    searchHistory: rows.searchHistory,
    countHistory: rows.countHistory,
    historyFacets: rows.historyFacets,
    restoredAt: rows.restoredAt,
    revision: guildId =>
      options.db.$client.inTransaction
        ? rows.newestRevision(guildId)
        : (cacheOf(guildId).revision ??= rows.newestRevision(guildId)),
    documents: rows.documents,
    onChange(listener) {
      changed.on('change', listener)
      return () => changed.off('change', listener)
    },
    forgetGuild(guildId) {
      if (latest?.guildId === guildId) latest = undefined
      cache.delete(guildId)
    },
  }
}

import type { GuildMember } from 'discord.js'
import { whyNotCopied, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { lastApplied } from '../many-changes/last-applied.ts'
import { changesAuthor, makeChanges } from '../many-changes/make.ts'
import { type ChangesPlan, planChanges, shownPlan, type Wanted } from '../many-changes/plan.ts'
import { portableKinds, type WantedThing } from '../many-changes/things.ts'
import kernel from '../contract.ts'
import type { Services } from '../feature.ts'
import type { WantedTransfer } from './contract.ts'
import type { TransferBudget } from './budget.ts'
import { type Counterparts, counterparts } from './counterparts.ts'
import { readFile, type ReadFile, readParsed } from './read-file.ts'
import { fieldsOf } from './read-things.ts'
import { replaceIds } from './replace-ids.ts'
import { idsIn, writeFile } from './write-file.ts'

/** Returns somebody as a member of a server whose settings they may export. @throws UserError 403 */
async function exporterIn({ client, access }: Services, guildId: string, userId: string): Promise<GuildMember> {
  const guild = client.guilds.cache.get(guildId)
  const member = guild?.available ? await access.member(guild, userId) : null
  if (member && access.has(member, 'manage', kernel.name)) return member
  throw new UserError('transfer.source', 'You may not manage that server, or the bot is not in it.', 403)
}

/** Reads what is to be imported, from a file or from another server. */
async function sourceOf(services: Services, member: GuildMember, { file, server }: WantedTransfer): Promise<ReadFile> {
  if ((file === undefined) === (server === undefined))
    throw new UserError('transfer.source', 'Send either a file or a server.', 400)
  if (file !== undefined) return readFile(services.features, file)
  if (server === member.guild.id) throw new UserError('transfer.source', 'Choose another server than this one.', 400)
  const exporter = await exporterIn(services, server ?? '', member.id)
  return readParsed(services.features, writeFile(services, exporter))
}

const unknownThere =
  'It contains a channel or role of that server that no longer exists, or that the person who copied it cannot see.'

/** The settings that a file would change here, with the channels and roles of this server. */
function wantedSettings({ settings }: ReadFile, found: Counterparts, without: readonly string[]): Wanted[] {
  const problems = new Map(found.unfound.map(({ id, problem }) => [id, problem]))
  return settings
    .filter(({ feature }) => !without.includes(feature.contract.name))
    .map(({ feature, values }) => {
      const refused = new Map<string, string>()
      const patch: Record<string, unknown> = {}
      for (const [key, value] of Object.entries(values)) {
        const schema = feature.contract.settings.shape[key]
        if (!schema) continue
        const told = replaceIds(schema, value, found)
        const [lost] = told.lost
        if (lost !== undefined) refused.set(key, problems.get(lost) ?? unknownThere)
        else if (told.emptied) refused.set(key, 'It contains something that you leave out.')
        else patch[key] = told.value
      }
      return { feature, patch, refused }
    })
}

/** The things that a file would import, with the channels and roles of this server. */
function wantedThings({ things }: ReadFile, found: Counterparts, without: readonly string[]): WantedThing[] {
  const problems = new Map(found.unfound.map(({ id, problem }) => [id, problem]))
  return things
    .filter(({ of: { feature } }) => !without.includes(feature.contract.name))
    .flatMap(({ of, designs }) => {
      const shape = fieldsOf(of)
      return designs.map(given => {
        const design: Record<string, unknown> = {}
        let refused: string | undefined
        for (const [key, value] of Object.entries(given)) {
          const schema = shape[key]
          if (!schema) continue
          const told = replaceIds(schema, value, found)
          const [lost] = told.lost
          if (lost !== undefined) refused ??= problems.get(lost) ?? unknownThere
          if (told.emptied || (told.isLess && of.portable.loses?.includes(key) !== true))
            refused ??= 'It contains something that you leave out.'
          design[key] = told.value
        }
        return { ...of, design, refused }
      })
    })
}

interface Transfer {
  source: ReadFile
  found: Counterparts
  plan: ChangesPlan
}

const kindOf = ({ file }: WantedTransfer) => (file === undefined ? 'copy' : 'import')

async function prepare(
  services: Services,
  member: GuildMember,
  wanted: WantedTransfer,
  budget: TransferBudget,
): Promise<Transfer> {
  budget.demand(member.guild.id)
  const source = await sourceOf(services, member, wanted).catch((error: unknown) => {
    budget.refused(member.guild.id, wanted.file?.length ?? 0)
    throw error
  })
  budget.demand(
    member.guild.id,
    source.things.reduce((sum, { designs }) => sum + designs.length, 0),
  )
  const found = counterparts(source, member, wanted.choices)
  const plan = await planChanges(
    services,
    member,
    wantedSettings(source, found, wanted.without),
    changesAuthor(member, kindOf(wanted)),
    wantedThings(source, found, wanted.without),
  )
  return { source, found, plan }
}

/** Returns a check whether an id belongs to the file's server, if that is not the member's. */
function foreignIn({ server, settings, things }: ReadFile, { guild }: GuildMember): (id: string) => boolean {
  if (server.id === guild.id) return () => false
  const ids = idsIn([settings.map(({ values }) => values), things.map(({ designs }) => designs)])
  return id => ids.has(id)
}

/**
 * Returns what importing or copying would change. @throws UserError when a file is invalid, or a server may not be
 * copied
 */
export async function planTransfer(
  services: Services,
  member: GuildMember,
  wanted: WantedTransfer,
  budget: TransferBudget,
) {
  const { source, found, plan } = await prepare(services, member, wanted, budget)
  return {
    ...shownPlan(services, member, plan, foreignIn(source, member)),
    from: { ...source.server, exportedAt: wanted.file === undefined ? null : source.exportedAt },
    unfound: [...found.unfound],
    held: services.features
      .filter(
        feature =>
          source.settings.some(one => one.feature === feature) || source.things.some(one => one.of.feature === feature),
      )
      .map(({ contract }) => ({ feature: contract.name, title: contract.title })),
  }
}

/** Makes the changes. @throws UserError like {@link makeChanges} */
export async function transfer(
  services: Services,
  member: GuildMember,
  { mark, ...wanted }: WantedTransfer & { mark: string },
  budget: TransferBudget,
): Promise<{ id: number; changes: number }> {
  const { plan } = await prepare(services, member, wanted, budget)
  return makeChanges(services, member, plan, { kind: kindOf(wanted), shown: mark })
}

/** What is not exported: data that features keep besides settings, and settings that only make sense in one server. */
const leftBehind = ({ features }: Services) =>
  features.flatMap(({ contract, parts }) => [
    ...Object.values(contract.settings.shape).flatMap(schema => {
      const why = whyNotCopied(schema)
      return why === undefined
        ? []
        : [{ feature: contract.name, title: contract.title, what: titleOf(schema) ?? '', why }]
    }),
    ...Object.values(parts.things ?? {})
      .filter(({ portable }) => !portable)
      .map(({ noun }) => ({
        feature: contract.name,
        title: contract.title,
        what: `Each ${noun}`,
        why: 'is made in its own server',
      })),
    ...(parts.stays ?? []).map(one => ({ feature: contract.name, title: contract.title, ...one })),
  ])

/** The kinds of things that are exported. */
const taken = ({ features }: Services) =>
  portableKinds(features).map(({ feature: { contract }, things: { noun }, portable: { arrives = null } }) => ({
    feature: contract.name,
    title: contract.title,
    noun,
    arrives,
  }))

/** Returns the initial state of the page. */
export const transferState = async (services: Services, { guild }: GuildMember) => ({
  left: leftBehind(services),
  taken: taken(services),
  last: await lastApplied(services, guild.id),
})

import type { GuildMember } from 'discord.js'
import { staysBecause, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { authorOf, lastMade, makeChanges } from '../many-changes/make.ts'
import { type ChangesPlan, planChanges, shownPlan, type Wanted } from '../many-changes/plan.ts'
import kernel from '../contract.ts'
import type { Services } from '../feature.ts'
import type { WantedTransfer } from './contract.ts'
import { type Counterparts, counterparts } from './counterparts.ts'
import { readFile, type ReadFile, understood } from './read-file.ts'
import { renamed } from './renamed.ts'
import { writeFile } from './write-file.ts'

/** Somebody as a member of a server whose settings they may export. @throws UserError 403 */
async function exporterIn({ client, access }: Services, guildId: string, userId: string): Promise<GuildMember> {
  const guild = client.guilds.cache.get(guildId)
  const member = guild?.available ? await access.member(guild, userId) : null
  if (member && access.has(member, 'manage', kernel.name)) return member
  throw new UserError('transfer.source', 'You may not manage that server, or the bot is not in it.', 403)
}

/** What is to be taken, from a file or from another server. */
async function sourceOf(services: Services, member: GuildMember, { file, server }: WantedTransfer): Promise<ReadFile> {
  if ((file === undefined) === (server === undefined))
    throw new UserError('transfer.source', 'Send either a file or a server.', 400)
  if (file !== undefined) return readFile(services.features, file)
  if (server === member.guild.id) throw new UserError('transfer.source', 'Choose another server than this one.', 400)
  const exporter = await exporterIn(services, server ?? '', member.id)
  return understood(services.features, writeFile(services, exporter))
}

/** What a file would set here: with the channels and roles of this server, and without what has none. */
function wantedOf({ settings }: ReadFile, found: Counterparts, without: readonly string[]): Wanted[] {
  const problems = new Map(found.unfound.map(({ id, problem }) => [id, problem]))
  return settings
    .filter(({ feature }) => !without.includes(feature.contract.name))
    .map(({ feature, values }) => {
      const refused = new Map<string, string>()
      const patch: Record<string, unknown> = {}
      for (const [key, value] of Object.entries(values)) {
        const schema = feature.contract.settings.shape[key]
        if (!schema) continue
        const told = renamed(schema, value, found)
        const [lost] = told.lost
        if (lost !== undefined) refused.set(key, problems.get(lost) ?? 'It names something that is not here.')
        else if (told.emptied) refused.set(key, 'It names something that you leave out.')
        else patch[key] = told.value
      }
      return { feature, patch, refused }
    })
}

interface Transfer {
  source: ReadFile
  found: Counterparts
  plan: ChangesPlan
}

const kindOf = ({ file }: WantedTransfer) => (file === undefined ? 'copy' : 'import')

async function prepare(services: Services, member: GuildMember, wanted: WantedTransfer): Promise<Transfer> {
  const source = await sourceOf(services, member, wanted)
  const found = counterparts(source, member, wanted.choices)
  const plan = await planChanges(
    services,
    member,
    wantedOf(source, found, wanted.without),
    authorOf(member, kindOf(wanted)),
  )
  return { source, found, plan }
}

/** What importing or copying would change. @throws UserError where a file is not understood, or a server may not be copied */
export async function planTransfer(services: Services, member: GuildMember, wanted: WantedTransfer) {
  const { source, found, plan } = await prepare(services, member, wanted)
  return {
    ...shownPlan(services, member, plan),
    from: { ...source.server, exportedAt: wanted.file === undefined ? null : source.exportedAt },
    unfound: [...found.unfound],
    held: source.settings.map(({ feature: { contract } }) => ({ feature: contract.name, title: contract.title })),
  }
}

/** Makes the changes. @throws UserError as {@link makeChanges} does */
export async function transfer(
  services: Services,
  member: GuildMember,
  { mark, ...wanted }: WantedTransfer & { mark: string },
): Promise<{ id: number; changes: number }> {
  const { plan } = await prepare(services, member, wanted)
  return makeChanges(services, member, plan, { kind: kindOf(wanted), shown: mark })
}

/** What features keep besides settings, and settings that make sense in one server only: none of it is taken. */
const leftBehind = ({ features }: Services) =>
  features.flatMap(({ contract, parts }) => [
    ...Object.values(contract.settings.shape).flatMap(schema => {
      const why = staysBecause(schema)
      return why === undefined
        ? []
        : [{ feature: contract.name, title: contract.title, what: titleOf(schema) ?? '', why }]
    }),
    ...Object.values(parts.things ?? {}).map(({ noun }) => ({
      feature: contract.name,
      title: contract.title,
      what: `Each ${noun}`,
      why: 'is made in its own server',
    })),
  ])

/** What the page begins with. */
export const transferState = async (services: Services, { guild }: GuildMember) => ({
  left: leftBehind(services),
  last: await lastMade(services, guild.id),
})

import { isDeepStrictEqual } from 'node:util'
import type { GuildMember, Role } from 'discord.js'
import { type Catalogue, createCatalogue } from '#kernel/commands/catalogue.ts'
import { nearestCommands } from '#kernel/commands/nearest-commands.ts'
import { prefixOf } from '#kernel/commands/prefix.ts'
import { type Context, processState, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { lowestFirst, opensDashboard, roleJudge, takingJudge } from '#kit/role-grants.ts'
import { type UnknownPlaceholder, unknownPlaceholders } from '#kit/unknown-placeholders.ts'
import { sampleFacts } from './answering/facts.ts'
import { answerProblems, fillable, fillsOf } from './answering/template.ts'
import type customcommands from './contract.ts'
import { type CommandDesign, wordProblems } from './design/contract.ts'
import { commandNamed } from './rows.ts'

export type Ctx = Context<typeof customcommands> & { member: GuildMember }

export const refused = (code: string, sentence: string, field: string, status = 400) =>
  new UserError(`customcommands.${code}`, sentence, status, { [field]: sentence })

const catalogueOf = processState(
  ({ features }: Pick<Services, 'features' | 'memory'>): Catalogue => createCatalogue(features),
)

/** The built-in command that a word calls; undefined if none. */
export function ourCommand(services: Pick<Services, 'features' | 'memory'>, name: string): string | undefined {
  const { find, slash } = catalogueOf(services)
  return find(name)?.name ?? slash.roots.find(root => root.name === name)?.name
}

/** The built-in command that a name may be typed for by mistake. */
export const nearCommand = (services: Pick<Services, 'features' | 'memory'>, name: string): string | undefined =>
  nearestCommands({ ...catalogueOf(services), related: new Map() }, { word: name, rest: '<@1>' })[0]?.word

/** Demands that a name is used neither by a built-in command nor by another command of the server. */
function demandFreeName(ctx: Ctx, id: string, { name }: CommandDesign): void {
  const prefix = prefixOf(ctx, ctx.guild.id)
  const ours = ourCommand(ctx, name)
  if (ours !== undefined)
    throw refused(
      'name',
      ours === name
        ? `\`${prefix}${name}\` is one of my own commands. Choose another name.`
        : `\`${prefix}${name}\` is another word for my command \`${prefix}${ours}\`. Choose another name.`,
      'name',
    )
  const other = commandNamed(ctx, ctx.guild.id, name)
  if (other && other.id !== id) throw refused('taken', `There is already a command \`${prefix}${name}\`.`, 'name', 409)
}

/** Channels and roles that a command adds must be in this server, and its author must see the channels. */
function* unknownReferences({ guild, member }: Ctx, after: CommandDesign, before: CommandDesign | undefined): Wrong {
  for (const key of ['allowed_channels', 'denied_channels'] as const) {
    const isKnown = (id: string) => {
      const channel = guild.channels.cache.get(id)
      return channel !== undefined && !isHidden(channel) && channel.permissionsFor(member).has('ViewChannel')
    }
    if (after[key].some(id => !before?.[key].includes(id) && !isKnown(id)))
      yield [key, 'There is no such channel in this server that you and I can see.']
  }
  for (const key of ['allowed_roles', 'denied_roles'] as const) {
    const isRole = (id: string) => id !== guild.id && guild.roles.cache.has(id)
    if (after[key].some(id => !before?.[key].includes(id) && !isRole(id)))
      yield [key, 'There is no such role in this server.']
  }
}

/** `lacks` if the author lacks a right for it. */
type Fault = readonly [field: string, sentence: string, lacks?: true]
type Wrong = Generator<Fault>

/** The fields that affect who gets the command's role. */
const gates = [
  'name',
  'on',
  'allowed_roles',
  'denied_roles',
  'allowed_channels',
  'denied_channels',
] as const satisfies readonly (keyof CommandDesign)[]

const isBelow = ({ guild, member }: Ctx, role: Role): boolean =>
  member.id === guild.ownerId || lowestFirst(role, member.roles.highest) < 0

/** Nobody may have the bot give or take a role that they could not give or take themselves. */
function* unfitRoles(ctx: Ctx, after: CommandDesign, before: CommandDesign | undefined): Wrong {
  const { guild, member, access } = ctx
  const isOpened = before === undefined || gates.some(key => !isDeepStrictEqual(before[key], after[key]))
  for (const key of ['gives_role', 'takes_role'] as const) {
    const id = after[key]
    const isNew = id !== (before?.[key] ?? null)
    if (id === null || !(isNew || isOpened)) continue
    const role = guild.roles.cache.get(id)
    if (!member.permissions.has('ManageRoles'))
      yield [key, 'You need Manage Roles for a command that changes roles.', true]
    else if (!role) {
      if (isNew) yield [key, 'That role is not in this server.']
    } else if (!isNew) {
      if (!isBelow(ctx, role))
        yield [key, 'This role is not below your own highest role, so you cannot change who comes to it.']
    } else {
      const problem =
        key === 'takes_role'
          ? takingJudge(guild, member)(role)
          : (roleJudge(guild, member)(role) ?? (access.bringsRights(guild, id) ? opensDashboard : undefined))
      if (problem !== undefined) yield [key, problem]
    }
  }
  if (after.gives_role !== null && after.gives_role === after.takes_role)
    yield ['takes_role', 'A command cannot give and take the same role.']
}

/** The placeholders in a command's answers that nothing fills in. */
export const unknownPlaceholdersOf = (ctx: Ctx, design: CommandDesign): UnknownPlaceholder[] => {
  const facts = sampleFacts(ctx.member, design, prefixOf(ctx, ctx.guild.id))
  return unknownPlaceholders(design.answers.flatMap(fillable), fillsOf(facts))
}

/**
 * Validates a command that somebody wants to save.
 * @throws UserError with the fields that have problems
 */
export function demandSavable(ctx: Ctx, id: string, after: CommandDesign, before: CommandDesign | undefined): void {
  if (after.name !== before?.name) demandFreeName(ctx, id, after)
  const facts = sampleFacts(ctx.member, after, prefixOf(ctx, ctx.guild.id))
  const found: Fault[] = [
    ...Object.entries(wordProblems(after)),
    ...(isDeepStrictEqual(after.answers, before?.answers) ? [] : Object.entries(answerProblems(after.answers, facts))),
    ...unknownReferences(ctx, after, before),
    ...unfitRoles(ctx, after, before),
    // What it may ping depends on the rights of the member who saved it last.
    ...(after.pings && !ctx.member.permissions.has('MentionEveryone')
      ? [['pings', 'You need Mention @everyone to save a command that pings others.', true] satisfies Fault]
      : []),
    ...(after.deletes_call && before?.deletes_call !== true && !ctx.member.permissions.has('ManageMessages')
      ? [['deletes_call', 'You need Manage Messages for a command that deletes messages.', true] satisfies Fault]
      : []),
  ]
  const [first] = found
  if (!first) return
  const fields = Object.fromEntries(found.map(([field, told]) => [field, told]).toReversed())
  const [, sentence, lacks] = first
  throw new UserError(`customcommands.${lacks ? 'rights' : 'design'}`, sentence, lacks ? 403 : 400, fields)
}

import type { Context } from '#kernel/feature.ts'
import { type ConfigurationProblem, problemOf, type Requirement } from '#kit/requirement.ts'
import { autoGrantProblem, isBotsLack } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import type customcommands from './contract.ts'
import type { CommandProblem } from './design/contract.ts'
import { ourCommand } from './validation.ts'
import { commandsOf, type StoredCommand } from './rows.ts'

type Ctx = Pick<Context<typeof customcommands>, 'guild' | 'access' | 'db' | 'features' | 'memory'>

const told = (field: string, sentence: string): CommandProblem => ({ field, sentence })

function* ofRoles({ guild, access }: Ctx, { design }: StoredCommand): Generator<CommandProblem> {
  const { gives_role: gives, takes_role: takes } = design
  const given = guild.roles.cache.get(gives ?? '')
  const problem = given ? autoGrantProblem(access, given) : 'The role that it gives was deleted. Choose another.'
  if (gives !== null && problem !== undefined) yield told('gives_role', problem)
  if (takes !== null && !guild.roles.cache.has(takes))
    yield told('takes_role', 'The role that it takes was deleted. Choose another.')
}

function* ofPlaces({ guild }: Ctx, { design }: StoredCommand): Generator<CommandProblem> {
  const lists = [
    ['allowed_roles', 'denied_roles', 'role', guild.roles.cache],
    ['allowed_channels', 'denied_channels', 'channel', guild.channels.cache],
  ] as const
  for (const [allowed, denied, noun, there] of lists) {
    const gone = design[allowed].filter(id => !there.has(id))
    const nobody = gone.length > 0 && gone.length === design[allowed].length
    if (gone.length > 0)
      yield told(
        allowed,
        `One of its ${noun}s was deleted. Remove it.${nobody ? ' Until then nobody can use it.' : ''}`,
      )
    if (design[denied].some(id => !there.has(id))) yield told(denied, `One of its ${noun}s was deleted. Remove it.`)
  }
}

function* ofPings({ guild }: Ctx, { design, savedById }: StoredCommand): Generator<CommandProblem> {
  if (!design.pings) return
  const author = guild.members.cache.get(savedById ?? '')
  // If they are not cached, their rights are looked up when the command is used.
  if (savedById === null || (author && !author.permissions.has('MentionEveryone')))
    yield told('pings', 'Whoever saved it may no longer mention everyone, so it pings only its caller. Save it again.')
}

/** Why parts of a command do not work, in the order of its page. */
export function* problemsOf(ctx: Ctx, command: StoredCommand): Generator<CommandProblem> {
  const ours = ourCommand(ctx, command.name)
  if (ours !== undefined)
    yield told('name', 'I have a command of that name now, which is used in its place. Rename this one.')
  yield* ofPings(ctx, command)
  yield* ofPlaces(ctx, command)
  yield* ofRoles(ctx, command)
}

const working = (ctx: Ctx) => commandsOf(ctx, ctx.guild.id).filter(({ on }) => on)

/** The Discord permissions that commands need. */
export function requires(ctx: Ctx): Requirement[] {
  return working(ctx).flatMap(({ design }): Requirement[] => {
    const named = `for the custom command ${inert(design.name)}`
    const roles = [design.gives_role, design.takes_role].flatMap((id): Requirement[] =>
      id !== null && ctx.guild.roles.cache.has(id) ? [{ permission: 'ManageRoles', aboveRoleId: id, why: named }] : [],
    )
    return [
      ...roles,
      ...(design.deletes_call ? [{ permission: 'ManageMessages', why: named } as const] : []),
      ...(design.answers.some(({ embeds }) => embeds.length > 0)
        ? [{ permission: 'EmbedLinks', why: named } as const]
        : []),
    ]
  })
}

/** Other reasons why commands do not work. */
export const problems = (ctx: Ctx): ConfigurationProblem[] =>
  working(ctx).flatMap(command =>
    [...problemsOf(ctx, command)]
      // Missing permissions, and roles that are too low, are reported as requirements.
      .filter(({ sentence }) => !isBotsLack(sentence))
      .map(({ sentence }) =>
        problemOf(`The custom command “${inert(command.name)}”`, sentence, 'Open it on the page Custom Commands.'),
      ),
  )

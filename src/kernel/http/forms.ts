import { z } from 'zod'
import type { Contract, Form, Need } from '#contract'
import { guildContext } from '../context.ts'
import { UserError } from '#kit/errors.ts'
import type { Context, Feature, Services } from '../feature.ts'
import { insufficient } from '../rights.ts'
import { coreOf } from '../discord/guild-shape.ts'
import { type Asked, type Caller, readNeed } from './caller.ts'
import { type Answer, parseInput, type RouteDescriptor } from './routes.ts'
import type { Author } from '../settings/revision.ts'

interface Joined {
  feature: string
  name: string
  contract: Contract
  form: Form
  read(ctx: Context): unknown
  write(ctx: Context & { author: Author }, body: unknown): unknown
}

/** All forms that share an address. */
interface Address {
  path: string
  forms: readonly [Joined, ...Joined[]]
  /** What its page and a post to it ask for: any of its forms' needs lets in, each form judges its own. */
  reads: Asking
  writes: Asking
}

type Asking = Pick<RouteDescriptor, 'needs' | 'asked'>

const order: readonly Need[] = ['anyone', 'signed-in', 'visit', 'view', 'manage', 'owner']

/** The least that one of the forms asks for stands for all of them. */
function asking([first, ...more]: readonly [Joined, ...Joined[]], needOf: (need: Need) => Need): Asking {
  const ask = ({ feature, form }: Joined): Asked => ({ feature, need: needOf(form.needs) })
  const asked: [Asked, ...Asked[]] = [ask(first), ...more.map(ask)]
  const needs = order.find(need => asked.some(one => one.need === need)) ?? asked[0].need
  return { asked, needs }
}

/**
 * Gathers the features' forms by address.
 * @throws Error when two forms of an address have the same flag
 */
export function joinForms(features: readonly Feature[]): Address[] {
  const all = features.flatMap(({ contract, parts }) =>
    Object.entries(contract.forms).map(([name, form]): Joined => {
      const handlers = parts.forms?.[name]
      if (!handlers) throw new Error(`${contract.name}: the form '${name}' has no handlers`)
      return {
        feature: contract.name,
        name,
        contract,
        form,
        read: handlers.read,
        write: handlers.write,
      }
    }),
  )
  return [...Map.groupBy(all, ({ form }) => form.address)].map(([path, [first, ...more]]) => {
    if (!first) throw new Error('a group has at least one')
    const forms = [first, ...more] as const
    const flags = forms.map(({ form }) => form.flag)
    const twice = flags.find((flag, index) => flags.indexOf(flag) !== index)
    if (twice !== undefined) throw new Error(`${path}: two forms have the flag '${twice}'`)
    return { path, forms, reads: asking(forms, readNeed), writes: asking(forms, need => need) }
  })
}

function guildOf(caller: Caller) {
  if (!caller.inGuild || !caller.user) throw new Error('a form is always in a guild')
  return { ...caller.inGuild, user: caller.user }
}

/** What a form's address answers to GET: the guild, and each form's view under its key. */
export function readForms(services: Services, { forms }: Address): Answer {
  return async (_request, caller) => {
    const { guild, member } = guildOf(caller)
    const answer: Record<string, object> = { guild: coreOf(guild) }
    for (const { contract, form, read } of forms) {
      if (!services.access.has(member, readNeed(form.needs), contract.name)) continue
      const view = form.view.parse(await read(guildContext(services, contract, guild, member)))
      answer[form.under] = { ...answer[form.under], ...view }
    }
    return answer
  }
}

const bodyShape = z.record(z.string(), z.unknown(), 'Send an object.')

/** Finds the one form that the body's flag names, checks its need and hands it the rest of the body. */
export function writeForms(services: Services, { forms }: Address): Answer {
  const flags = forms.map(({ form }) => form.flag)
  return async (request, caller) => {
    const { guild, member, user } = guildOf(caller)
    const body = bodyShape.safeParse(request.body)
    const [chosen, ...more] = forms.filter(({ form }) => body.data?.[form.flag] === true)
    if (!body.data || !chosen || more.length > 0)
      throw new UserError('forms.flag', `Say which form this is: exactly one of ${flags.join(', ')} must be true.`)
    if (!services.access.has(member, chosen.form.needs, chosen.feature)) throw insufficient(services, chosen.form.needs)
    const { [chosen.form.flag]: _flag, ...rest } = body.data
    const input = parseInput(chosen.form.body, rest, caller)
    const author = { userId: user.id, via: 'dashboard' }
    return chosen.write({ ...guildContext(services, chosen.contract, guild, member), author }, input)
  }
}

import { z } from 'zod'
import { type Contract, type Form, type Need, postedFrom, postedName, shownAs } from '#contract'
import { checkChange, guildContext } from '../context.ts'
import { UserError } from '#kit/errors.ts'
import type { Author, Context, Feature, FormParts, Services } from '../feature.ts'
import { insufficient } from '../rights.ts'
import { coreOf } from '../discord/guild-shape.ts'
import { type Asked, type Caller, readNeed } from './caller.ts'
import { type Answer, invalidInput, parseInput, type RouteDescriptor } from './routes.ts'
import { collisions, conflictError } from '../settings/conflict.ts'

interface Joined {
  feature: string
  name: string
  contract: Contract
  form: Form
  parts: FormParts
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
 * @throws Error when two forms of an address have the same flag, or nobody reads what one shows besides settings
 */
export function joinForms(features: readonly Feature[]): Address[] {
  const all = features.flatMap(({ contract, parts }) =>
    Object.entries(contract.forms).map(([name, form]): Joined => {
      const special = parts.forms?.[name] ?? {}
      const edits = Object.keys(form.also.shape).length > 0
      if ((edits || Object.keys(form.shows.shape).length > 0) && !special.read)
        throw new Error(`${contract.name}: nobody reads what the form '${name}' shows besides settings`)
      if (edits && !special.write)
        throw new Error(`${contract.name}: nobody stores what the form '${name}' edits besides settings`)
      return { feature: contract.name, name, contract, form, parts: special }
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

/**
 * What a form's address answers to GET: the guild, each form's view under its key, the revision that was read, to
 * post changes with, and the flags that the caller may not post, if any.
 */
export function readForms(services: Services, { forms }: Address): Answer {
  return async (_request, caller) => {
    const { guild, member } = guildOf(caller)
    const answer: Record<string, object> = { guild: coreOf(guild, member) }
    // Before anything is read, so that what changes meanwhile counts as newer.
    const revision = services.settings.revision(guild.id)
    for (const { contract, form, parts } of forms) {
      if (!services.access.has(member, readNeed(form.needs), contract.name)) continue
      const ctx = guildContext(services, contract, guild, member)
      const others = await parts.read?.(ctx)
      const view = form.view.parse(shownAs(form, { ...ctx.own, ...others }))
      answer[form.under] = { ...answer[form.under], ...view }
    }
    const readOnly = forms
      .filter(({ form, feature }) => !services.access.has(member, form.needs, feature))
      .map(({ form }) => form.flag)
    return { ...answer, revision, ...(readOnly.length > 0 && { readOnly }) }
  }
}

const bodyShape = z.record(z.string(), z.unknown(), 'Send an object.')
const revisionShape = z.int().min(0).optional()

/** Finds the one form that the body's flag names, checks its need and stores what the rest of the body sets. */
export function writeForms(services: Services, { forms }: Address): Answer {
  const flags = forms.map(({ form }) => form.flag)
  return async (request, caller) => {
    const { guild, member, user } = guildOf(caller)
    const body = bodyShape.safeParse(request.body)
    const [chosen, ...more] = forms.filter(({ form }) => body.data?.[form.flag] === true)
    if (!body.data || !chosen || more.length > 0)
      throw new UserError('forms.flag', `Say which form this is: exactly one of ${flags.join(', ')} must be true.`)
    if (!services.access.has(member, chosen.form.needs, chosen.feature)) throw insufficient(services, chosen.form.needs)
    const { [chosen.form.flag]: _flag, revision: given, ...rest } = body.data
    const revision = revisionShape.safeParse(given)
    if (!revision.success) throw invalidInput({ revision: 'Send the revision that GET answered, or none.' })
    const input = parseInput(chosen.form.body, rest, caller)
    const ctx = {
      ...guildContext(services, chosen.contract, guild, member),
      author: { userId: user.id, via: 'dashboard' },
    }
    await store(ctx, chosen, input, revision.data)
    return {}
  }
}

/** @throws UserError with `fields` by the keys that were posted */
async function store(
  ctx: Context & { author: Author },
  { contract, form, parts }: Joined,
  input: Record<string, unknown>,
  revision: number | undefined,
): Promise<void> {
  const { settings, guild, author } = ctx
  const posted: Record<string, unknown> = postedFrom(form, input)
  const only = ({ shape }: z.ZodObject) => Object.fromEntries(Object.entries(posted).filter(([name]) => name in shape))
  const patch = parts.change?.(ctx, posted, { revision }) ?? only(form.settings)
  try {
    await checkChange(ctx, contract, patch, author)
    // Looked for at the last moment: whoever saved while this was judged was first.
    const found = revision === undefined ? [] : collisions(settings, guild.id, contract, only(form.settings), revision)
    if (found.length > 0) throw await conflictError(ctx, form, found)
    const { write } = parts
    if (!write) ctx.save(patch, author)
    else
      ctx.db.transaction(() => {
        ctx.save(patch, author)
        write(ctx, only(form.also))
      })
  } catch (error) {
    throw error instanceof UserError && error.fields ? asPosted(form, error, error.fields) : error
  }
}

/** Features and the schema speak of settings, whoever posted of keys. */
const asPosted = (form: Form, { code, message, status }: UserError, fields: Record<string, string>) =>
  new UserError(
    code,
    message,
    status,
    Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [postedName(form, path), sentence])),
  )

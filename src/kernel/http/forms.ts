import type { Guild } from 'discord.js'
import { z } from 'zod'
import {
  type Contract,
  type Form,
  mergedNames,
  nameOfPosted,
  type Need,
  postedAs,
  postedFrom,
  postedName,
  shownAs,
} from '#contract'
import { checkChange, guildContext } from '../context.ts'
import { UserError } from '#kit/errors.ts'
import type { Author, Context, Feature, FormParts, Services } from '../feature.ts'
import { insufficient } from '../rights/rights.ts'
import { coreOf } from '../discord/guild-shape.ts'
import { roleProblems } from '../rights/channel-rights.ts'
import { type ChangeRefusal, refusedChanges } from '../rights/refused-changes.ts'
import { type Asked, type Caller, readNeed } from './caller.ts'
import { type RouteAnswer, invalidInput, parseInput, type RouteDescriptor } from './routes.ts'
import { compare, conflictError, demandKnownRevision } from '../settings/conflict.ts'

interface Joined {
  feature: string
  /** The needs of certain settings, by name. */
  single: Readonly<Record<string, Need | undefined>>
  name: string
  contract: Contract
  form: Form
  parts: FormParts
}

/** All forms that share an address. */
interface Address {
  path: string
  forms: readonly [Joined, ...Joined[]]
  /** The forms by flag: features may share a flag, each with keys of its own. */
  byFlag: ReadonlyMap<string, readonly Joined[]>
  /** What reading and posting require: the need of any one form lets a caller in, then each form checks its own. */
  reads: Asking
  writes: Asking
  /** Whether the need depends on what is posted. */
  byBody: boolean
}

type Asking = Pick<RouteDescriptor, 'needs' | 'asked'>

const order: readonly Need[] = ['anyone', 'signed-in', 'visit', 'view', 'manage', 'owner']

/** Combines the needs of forms: the lowest stands for all of them. */
function asking([first, ...more]: readonly [Joined, ...Joined[]], needOf: (need: Need) => Need): Asking {
  const ask = ({ feature, form }: Joined): Asked => ({ feature, need: needOf(form.needs) })
  const asked: [Asked, ...Asked[]] = [ask(first), ...more.map(ask)]
  const needs = order.find(need => asked.some(one => one.need === need)) ?? asked[0].need
  return { asked, needs }
}

/**
 * Gathers the features' forms by address.
 * @throws Error when two forms of an address take the same key under the same flag or cannot be told apart, or when a
 * form shows more than settings but has no `read`
 */
export function joinForms(features: readonly Feature[]): Address[] {
  const all = features.flatMap(({ contract, parts }) =>
    Object.entries(contract.forms).map(([name, form]): Joined => {
      const special = parts.forms?.[name] ?? {}
      if (Object.keys({ ...form.shows.shape, ...form.beside.shape }).length > 0 && !special.read)
        throw new Error(`${contract.name}: the form '${name}' shows more than settings, but nothing reads the rest`)
      return { feature: contract.name, name, contract, form, parts: special, single: parts.settingNeeds ?? {} }
    }),
  )
  return [...Map.groupBy(all, ({ form }) => form.address)].map(([path, [first, ...more]]) => {
    if (!first) throw new Error('a group has at least one')
    const forms = [first, ...more] as const
    const byFlag = Map.groupBy(forms, ({ form }) => form.flag)
    if (forms.length > 1 && forms.some(({ form }) => form.posts !== 'beside the flag'))
      throw new Error(`${path}: only forms that are posted beside their flags share an address`)
    for (const [flag, sharing] of byFlag) {
      const keys = sharing.flatMap(({ form }) => Object.keys(form.body.shape))
      const twice = keys.find((key, index) => keys.indexOf(key) !== index)
      const empty = sharing.length > 1 && sharing.some(({ form }) => Object.keys(form.body.shape).length === 0)
      if (twice !== undefined) throw new Error(`${path}: two forms take '${twice}' with the flag '${flag}'`)
      if (empty) throw new Error(`${path}: a form that takes nothing shares the flag '${flag}'`)
    }
    const byBody = forms.some(({ single }) => Object.keys(single).length > 0)
    return { path, forms, byFlag, byBody, reads: asking(forms, readNeed), writes: asking(forms, need => need) }
  })
}

function guildOf(caller: Caller) {
  if (!caller.inGuild || !caller.user) throw new Error('a form is always in a guild')
  return { ...caller.inGuild, user: caller.user }
}

/**
 * Answers a GET of a form's address: the guild, each form's view under its key, and the revision that was read, to post
 * changes with. `readOnly` lists what the caller may not post, if anything: whole flags, or single keys where they may
 * post to another feature under the same flag. `refused` lists settings that cannot be changed at the moment, with the
 * reason, by flag.
 */
export function readForms(services: Services, { forms, byFlag }: Address): RouteAnswer {
  // Settings objects are replaced when they change, never mutated: a view made from them alone is cached.
  const views = new Map(forms.map(({ form }) => [form, new WeakMap<object, object>()]))
  const viewOf = ({ form, parts }: Joined, own: object, others: object | undefined): object => {
    const known = parts.read ? undefined : views.get(form)?.get(own)
    if (known) return known
    const view = form.view.parse(shownAs(form, { ...own, ...others }))
    if (!parts.read) views.get(form)?.set(own, view)
    return view
  }
  return async (_request, caller) => {
    const { guild, member } = guildOf(caller)
    const refused: Record<string, Record<string, ChangeRefusal>> = {}
    const answer: Record<string, object> = { guild: coreOf(guild, member, roleProblems(services.access, member)) }
    // Read first, so that anything that changes during the request counts as newer.
    const revision = services.settings.revision(guild.id)
    for (const joined of forms) {
      const { contract, form, parts } = joined
      if (!services.access.has(member, readNeed(form.needs), contract.name)) continue
      const ctx = guildContext(services, contract, guild, member)
      const others = await parts.read?.(ctx, member)
      answer[form.under] = { ...answer[form.under], ...viewOf(joined, ctx.own, others) }
      Object.assign(answer, form.beside.parse(others ?? {}))
      const feature = services.features.find(one => one.contract === contract)
      for (const [name, reason] of Object.entries(feature ? refusedChanges(services, feature, ctx.own, member) : {}))
        if (name in form.settings.shape)
          refused[form.flag] = { ...refused[form.flag], [postedName(form, name)]: reason }
    }
    const closed = ({ form, feature }: Joined) => !services.access.has(member, form.needs, feature)
    const readOnly = [...byFlag].flatMap(([flag, sharing]) =>
      sharing.every(closed) ? [flag] : sharing.filter(closed).flatMap(({ form }) => Object.keys(form.body.shape)),
    )
    return {
      ...answer,
      revision,
      ...(readOnly.length > 0 && { readOnly }),
      ...(Object.keys(refused).length > 0 && { refused }),
    }
  }
}

const bodyShape = z.record(z.string(), z.unknown(), 'Send an object.')
const revisionShape = z.int().min(0).optional()

/**
 * Answers a POST to a form's address: finds the forms by the body's flag, checks the need of each feature that is
 * posted to and stores the settings. A caller that sends the revision that the changes are based on receives the new
 * one, as the base for the next changes.
 */
export function writeForms(services: Services, { byFlag, forms }: Address): RouteAnswer {
  return async (request, caller) => {
    const { guild, member, user } = guildOf(caller)
    const body = bodyShape.safeParse(request.body)
    const { flag, fields, revision: given } = opened([...byFlag.keys()], forms[0].form, body.data ?? {})
    const holds = ({ form, feature }: Joined) => services.access.has(member, form.needs, feature)
    if (!forms.some(holds)) throw refusal(services, forms[0], fields)
    if (!body.data || flag === undefined) throw unnamed([...byFlag.keys()], forms[0].form)
    const chosen = shares(byFlag.get(flag) ?? [], fields)
    for (const { joined } of chosen) if (!holds(joined)) throw insufficient(services, joined.form.needs, joined.feature)
    const revision = revisionShape.safeParse(given)
    if (!revision.success) throw invalidInput({ revision: 'Send the revision that GET answered, or none.' })
    if (revision.data !== undefined) demandKnownRevision(services.settings, guild.id, revision.data)
    const parts = chosen.map(({ joined, body: share }): Posted => {
      const ctx = Object.assign(guildContext(services, joined.contract, guild, member), {
        // The dashboard sends the revision that a change is based on; the documented API does not have it.
        author: { userId: user.id, via: revision.data === undefined ? 'api' : 'dashboard' },
      })
      const parsed = parseInput(
        joined.form.body,
        share,
        caller,
        postedAs(joined.form, only(joined.form.settings, ctx.own)),
      )
      const posted = merged(joined.form, ctx.own, postedFrom(joined.form, parsed))
      const patch =
        joined.parts.change?.(ctx, posted, { revision: revision.data }) ?? only(joined.form.settings, posted)
      return { joined, ctx, posted, patch }
    })
    const stored = await store(services, guild, parts, revision.data)
    return revision.data === undefined ? {} : { revision: stored }
  }
}

/**
 * Returns the flag of the form that a body is for, its fields, and the revision that the changes are based on.
 * @returns no flag when the body names none or more than one
 */
function opened(flags: readonly string[], first: Form, body: Record<string, unknown>) {
  const { revision, ...rest } = body
  if (first.posts === 'alone') return { flag: first.flag, fields: rest, revision }
  if (first.posts === 'within the flag') {
    const { [first.flag]: within, ...more } = rest
    const inside = bodyShape.safeParse(within)
    return { flag: inside.success ? first.flag : undefined, fields: { ...more, ...inside.data }, revision }
  }
  const [flag, ...more] = flags.filter(one => rest[one] === true)
  const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== flag))
  return { flag: more.length > 0 ? undefined : flag, fields, revision }
}

const unnamed = (flags: readonly string[], { posts }: Form) =>
  new UserError(
    'forms.flag',
    posts === 'beside the flag'
      ? `Say which form this is: ${flags.length === 1 ? '' : 'exactly one of '}${flags.join(', ')} must be true.`
      : `Send an object${posts === 'alone' ? '' : ` under '${flags.join(', ')}'`}.`,
  )

/**
 * The refusal for somebody who may post to none of the forms: names the one need that everything posted has in common,
 * or else the form's.
 */
function refusal(services: Services, { form, feature, single }: Joined, posted: Record<string, unknown>) {
  const keys = Object.keys(posted).filter(key => posted[key] !== undefined && key !== 'revision')
  const needs = new Set(keys.map(key => single[nameOfPosted(form, key)] ?? form.needs))
  const [need, ...more] = needs
  return insufficient(services, need === undefined || more.length > 0 ? form.needs : need, feature)
}

/** Completes settings that are posted in part with their present values. */
function merged(form: Form, own: Record<string, unknown>, posted: Record<string, unknown>): Record<string, unknown> {
  const whole = mergedNames(form)
    .filter(name => posted[name] !== undefined)
    .map(name => [name, { ...(own[name] as object), ...(posted[name] as object) }])
  return { ...posted, ...Object.fromEntries(whole) }
}

/**
 * Splits a body among the forms that share a flag. A key that none of them takes goes to the first, which refuses it.
 */
function shares(sharing: readonly Joined[], body: Record<string, unknown>) {
  const echoed = new Set(sharing.flatMap(({ form }) => form.echoed))
  const taking = (key: string) =>
    echoed.has(key) ? undefined : (sharing.find(({ form }) => key in form.body.shape) ?? sharing[0])
  const all = sharing.map(joined => ({
    joined,
    body: Object.fromEntries(Object.entries(body).filter(([key]) => taking(key) === joined)),
  }))
  const touched = all.filter(({ body: share }) => Object.keys(share).length > 0)
  return touched.length > 0 ? touched : all.slice(0, 1)
}

/** The part of a post that is for one form. */
interface Posted {
  joined: Joined
  ctx: Context & { author: Author }
  posted: Record<string, unknown>
  patch: Record<string, unknown>
}

const only = ({ shape }: z.ZodObject, posted: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(posted).filter(([name]) => name in shape))

/**
 * Stores all parts or nothing.
 * @returns the guild's revision right after it
 * @throws UserError with `fields` named by the keys that were posted
 */
async function store(
  services: Services,
  guild: Guild,
  parts: readonly Posted[],
  revision: number | undefined,
): Promise<number> {
  for (const { ctx, joined, patch } of parts)
    await checkChange(ctx, joined.contract, patch, ctx.author).catch((error: unknown) => {
      throw asPosted(joined.form, error)
    })
  // Checked at the last moment: a change that was saved during the validation came first.
  const found = parts.flatMap(({ joined: { contract, form }, posted }) =>
    revision === undefined ? [] : compare(services.settings, guild.id, { contract, form }, posted, revision),
  )
  if (found.some(({ collisions }) => collisions.length > 0))
    throw await conflictError({ ...services, guild }, found, parts[0]?.ctx.author.userId ?? null)
  services.db.transaction(() => {
    for (const { ctx, joined, patch } of parts)
      try {
        ctx.save(patch, ctx.author)
      } catch (error) {
        throw asPosted(joined.form, error)
      }
  })
  return services.settings.revision(guild.id)
}

/** Renames the fields of an error from settings, which features and schemas use, to the keys that were posted. */
function asPosted(form: Form, error: unknown): unknown {
  if (!(error instanceof UserError) || !error.fields) return error
  const { code, message, status, fields } = error
  const named = Object.entries(fields).map(([path, sentence]) => [postedName(form, path), sentence])
  return new UserError(code, message, status, Object.fromEntries(named))
}

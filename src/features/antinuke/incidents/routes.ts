import type { Parts, RouteContext } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { peopleOf } from '#kit/people.ts'
import type antinuke from '../contract.ts'
import { undoPunishment } from '../engine/punish/undo.ts'
import { recoverIncident } from '../recovery/after-attack.ts'
import { runningIn } from '../recovery/store.ts'
import { exported } from './export.ts'
import { type Incident, incidentOf } from './incidents.ts'
import { declareMeant } from './meant.ts'
import { provenFields, setAgain } from './proven-object.ts'
import { incidentPage, reportOf } from './report.ts'
import { webhookAddress } from './webhook-address.ts'

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
type Names =
  | 'provenObject'
  | 'setAgain'
  | 'incidents'
  | 'incident'
  | 'exportIncident'
  | 'restoreIncident'
  | 'webhookAddress'
  | 'undoPunishment'
  | 'declareMeant'
type Ctx = Pick<
  RouteContext<typeof antinuke, (typeof antinuke)['endpoints']['incident']>,
  'db' | 'memory' | 'guild' | 'params'
>

/** Finds the incident that a call names. @throws UserError 404 */
function named(ctx: Ctx): Incident {
  const number = Number(ctx.params['number'])
  const incident = Number.isSafeInteger(number) ? incidentOf(ctx, { guildId: ctx.guild.id, number }) : undefined
  if (!incident) throw new UserError('antinuke.incident', 'There is no incident with this number.', 404)
  return incident
}

/** Refuses incidents that are under way. @throws UserError 409 */
function demandOver({ state }: Incident): void {
  if (state === 'under-way')
    throw new UserError('antinuke.under-way', 'The incident is still under way. Wait until it is over.', 409)
}

export const routes: Pick<Routes, Names> = {
  incidents: ctx => incidentPage(ctx, { before: ctx.query.before, limit: ctx.query.limit }),
  incident: ctx => reportOf(ctx, ctx.member, named(ctx)),
  async exportIncident(ctx) {
    const incident = named(ctx)
    return exported(await reportOf(ctx, ctx.member, incident), ctx.guild.name, ctx.query.format)
  },
  restoreIncident(ctx) {
    const incident = named(ctx)
    demandOver(incident)
    if (runningIn(ctx, ctx.guild.id))
      throw new UserError('antinuke.restoring', 'Something is being put back already. Wait until that is over.', 409)
    if (!recoverIncident(ctx, incident))
      throw new UserError(
        'antinuke.too-old',
        'What the attackers touched is no longer known. Choose a moment in the time machine instead.',
        409,
      )
    return {}
  },
  provenObject: ctx => provenFields(ctx, ctx.member, named(ctx), ctx.query),
  setAgain(ctx) {
    const incident = named(ctx)
    demandOver(incident)
    return setAgain(ctx, incident, ctx.body, ctx.user.id)
  },
  declareMeant(ctx) {
    declareMeant(ctx, ctx.user, named(ctx), ctx.body.users)
    return {}
  },
  webhookAddress: async ctx => ({ url: await webhookAddress(ctx, ctx.member, named(ctx), ctx.body.id) }),
  async undoPunishment(ctx) {
    const incident = named(ctx)
    demandOver(incident)
    const undone = await undoPunishment(ctx, incident, { id: ctx.user.id, name: ctx.user.username }, ctx.body.userId)
    const person = await peopleOf(
      ctx.client,
      undone.map(({ userId }) => userId),
    )
    return { undone: undone.map(({ userId, how }) => ({ user: person(userId), how })) }
  },
}

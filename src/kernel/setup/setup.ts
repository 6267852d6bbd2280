import { and, eq, or } from 'drizzle-orm'
import type { Guild, GuildMember } from 'discord.js'
import { unseenBecause } from '../many-changes/judge.ts'
import { lastMade } from '../many-changes/last-made.ts'
import { authorOf, makeChanges } from '../many-changes/make.ts'
import { type ChangesPlan, planChanges, shownPlan, type Wanted } from '../many-changes/plan.ts'
import kernel from '../contract.ts'
import type { Feature, Services } from '../feature.ts'
import { postponedSetups } from '../storage/table.ts'
import { questions, type SetupAnswers } from './contract.ts'
import { hintsFor } from './hints.ts'
import { suggestions } from './suggest.ts'

/** What the answers make of one feature, as it says itself. */
function wantedOf(services: Services, member: GuildMember, feature: Feature, answers: SetupAnswers): Wanted[] {
  const { contract, parts } = feature
  // What is wanted says nothing of what is stored to whoever may not view that.
  const own = unseenBecause(services, member, contract)
    ? contract.settings.parse({})
    : services.settings.read(member.guild.id, contract)
  const part = parts.setup?.(answers, own)
  if (!part) return []
  const entries = questions.flatMap(question =>
    Object.entries<unknown>(part[question] ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ question, key, value })),
  )
  const { why = {}, stays = [] } = part
  return [
    {
      feature,
      patch: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
      questions: Object.fromEntries(entries.map(({ key, question }) => [key, question])),
      why,
      stays,
    },
  ]
}

const planOf = (services: Services, member: GuildMember, answers: SetupAnswers): Promise<ChangesPlan> =>
  planChanges(
    services,
    member,
    services.features.flatMap(feature => wantedOf(services, member, feature, answers)),
    authorOf(member, 'setup'),
  )

/** What the answers would change, and what is good to know about them. */
export async function planSetup(services: Services, member: GuildMember, answers: SetupAnswers) {
  const plan = await planOf(services, member, answers)
  return { ...shownPlan(services, member, plan), hints: hintsFor(answers, member) }
}

/** Makes the changes. @throws UserError as {@link makeChanges} does */
export async function applySetup(
  services: Services,
  member: GuildMember,
  { mark, ...answers }: SetupAnswers & { mark: string },
): Promise<{ id: number; changes: number }> {
  const plan = await planOf(services, member, answers)
  return makeChanges(services, member, plan, { kind: 'setup', shown: mark })
}

const postponedBy = ({ id, guild }: GuildMember) =>
  and(eq(postponedSetups.guildId, guild.id), eq(postponedSetups.userId, id))

/** Whether nobody has ever set anything: neither is anything stored nor does the history tell of it. */
const isUntouched = ({ settings }: Services, { id }: Guild): boolean =>
  settings.revision(id) === 0 && Object.keys(settings.documents(id)).length === 0

/** Whether somebody is to be asked: they may answer, nothing is set yet, they have not said "Not now", and nobody "Start with none". */
export function isSetupDue(services: Services, member: GuildMember): boolean {
  const { access, db } = services
  if (!isUntouched(services, member.guild) || !access.has(member, 'manage', kernel.name)) return false
  const { guildId, everybody } = postponedSetups
  const ofServer = and(eq(guildId, member.guild.id), eq(everybody, true))
  return (
    db
      .select()
      .from(postponedSetups)
      .where(or(postponedBy(member), ofServer))
      .limit(1)
      .get() === undefined
  )
}

/** What the page of the setup begins with. */
export const setupState = async (services: Services, member: GuildMember) => ({
  untouched: isUntouched(services, member.guild),
  suggested: suggestions(member.guild, member),
  last: await lastMade(services, member.guild.id),
})

/** @param everybody whether nobody else is to be asked, either */
export function postponeSetup({ db, now }: Services, { id: userId, guild }: GuildMember, everybody: boolean): void {
  const { guildId, userId: asked } = postponedSetups
  db.insert(postponedSetups)
    .values({ guildId: guild.id, userId, at: now(), everybody })
    .onConflictDoUpdate({ target: [guildId, asked], set: everybody ? { everybody } : { at: now() } })
    .run()
}

import { and, eq, or } from 'drizzle-orm'
import type { Guild, GuildMember } from 'discord.js'
import { unseenBecause } from '../many-changes/judge.ts'
import { lastApplied } from '../many-changes/last-applied.ts'
import { changesAuthor, makeChanges } from '../many-changes/make.ts'
import { type ChangesPlan, planChanges, shownPlan, type Wanted } from '../many-changes/plan.ts'
import kernel from '../contract.ts'
import type { Feature, Services } from '../feature.ts'
import { postponedSetups } from '../storage/table.ts'
import { questions, type SetupAnswers } from './contract.ts'
import { hintsFor } from './hints.ts'
import { suggestions } from './suggest.ts'

/** The changes that the answers cause in one feature, as declared by its `setup`. */
function wantedOf(services: Services, member: GuildMember, feature: Feature, answers: SetupAnswers): Wanted[] {
  const { contract, parts } = feature
  // For people who may not view the settings, the changes must not depend on what is stored.
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
    changesAuthor(member, 'setup'),
  )

/** Returns what the answers would change, with hints about them. */
export async function planSetup(services: Services, member: GuildMember, answers: SetupAnswers) {
  const plan = await planOf(services, member, answers)
  return { ...shownPlan(services, member, plan), hints: hintsFor(answers, member) }
}

/** Makes the changes. @throws UserError like {@link makeChanges} */
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

/** Whether nobody has ever changed anything: no settings are stored, and the history is empty. */
const isUntouched = ({ settings }: Services, { id }: Guild): boolean =>
  settings.revision(id) === 0 && Object.keys(settings.documents(id)).length === 0

/**
 * Whether to show somebody the setup: they may answer, nothing is set yet, they have not chosen "Not now", and nobody
 * has chosen "Start with none".
 */
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

/** Returns the initial state of the setup page. */
export const setupState = async (services: Services, member: GuildMember) => ({
  untouched: isUntouched(services, member.guild),
  suggested: suggestions(member.guild, member),
  last: await lastApplied(services, member.guild.id),
})

/** Dismisses the setup for a member. @param everybody whether nobody else is to be asked, either */
export function postponeSetup({ db, now }: Services, { id: userId, guild }: GuildMember, everybody: boolean): void {
  const { guildId, userId: asked } = postponedSetups
  db.insert(postponedSetups)
    .values({ guildId: guild.id, userId, at: now(), everybody })
    .onConflictDoUpdate({ target: [guildId, asked], set: everybody ? { everybody } : { at: now() } })
    .run()
}

import { type PlanDraft, only } from './plan-draft.ts'
import type { Repair } from './damage.ts'
import { backOf, switchableFeatures } from './compare-fields.ts'
import { idsIn } from './steps.ts'

const communityChannels = ['rules_channel_id', 'public_updates_channel_id'] as const
/** The feature that a server needs for each of these pictures. */
const needs: Partial<Record<string, string>> = {
  banner: 'BANNER',
  splash: 'INVITE_SPLASH',
  discovery_splash: 'DISCOVERABLE',
}
const lost: Record<string, string> = {
  vanity_url_code: 'A bot cannot set the vanity link: the owner can, in the server settings.',
  owner_id: 'A bot cannot give a server back to its owner: Discord’s support can.',
  mfa_level: 'Only the owner can require two-factor authentication.',
}

const guildRepair = (draft: PlanDraft): Repair | undefined => draft.repairs('guild')[0]
const features = (state: Readonly<Record<string, unknown>> | undefined) => idsIn(state?.['features'])

/**
 * Plans making the server a community again. That comes first: without COMMUNITY there are no announcements, stages,
 * onboarding or welcome screen.
 */
export function planCommunity(draft: PlanDraft): void {
  const repair = guildRepair(draft)
  if (!repair?.differing.includes('features')) return
  if (features(repair.now).includes('COMMUNITY') || !features(repair.wanted).includes('COMMUNITY')) return
  const { knownGood } = repair
  const body = only(knownGood ?? {}, communityChannels)
  if (communityChannels.some(field => typeof body[field] !== 'string')) {
    draft.cannot(
      repair,
      'A community needs a channel for rules and one for updates, and this server did not have both.',
      'features',
    )
    return
  }
  if ((draft.able.permissions & 8n) === 0n) {
    draft.cannot(repair, 'Only administrators can make a server a community.', 'features')
    return
  }
  // Other features are not switched in the same request: together they leave webhooks behind that nobody can delete
  // (discord-api-docs issue 5380).
  draft.community = draft.add(
    { do: 'edit', kind: 'guild', id: repair.id, body: { features: [...features(repair.now), 'COMMUNITY'], ...body } },
    draft.makersOf(body),
  )
}

/** Plans the server's settings: those that name no channel at once, the rest when the channels are there. */
export function planGuild(draft: PlanDraft): void {
  const repair = guildRepair(draft)
  if (!repair) return
  tellLost(draft, repair)
  const fields = repair.differing.filter(field => field !== 'features')
  const isPointer = (field: string) => backOf('guild', field) === 'reference'
  const plain = fields.filter(field => !isPointer(field))
  const now = features(repair.now)
  const body = only(
    repair.wanted,
    plain.filter(field => backOf('guild', field) !== 'file'),
  )
  for (const field of plain.filter(one => backOf('guild', one) === 'file')) {
    const need = needs[field]
    if (need !== undefined && !now.includes(need)) {
      draft.cannot(repair, 'The server no longer has the feature that this picture needs.', field)
      continue
    }
    const file = draft.file(repair, field)
    if (file !== undefined) body[field] = file
  }
  if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind: 'guild', id: repair.id, body })
  const pointers = only(repair.wanted, fields.filter(isPointer))
  const switched = otherFeatures(repair)
  const last = { ...pointers, ...(switched && { features: switched }) }
  if (Object.keys(last).length > 0)
    draft.add({ do: 'edit', kind: 'guild', id: repair.id, body: last }, [
      ...draft.makersOf(pointers),
      ...(draft.community === undefined ? [] : [draft.community]),
    ])
}

/** The whole list of features, as Discord expects it, if something besides COMMUNITY has to be switched. */
function otherFeatures({ now, wanted, differing }: Repair): string[] | undefined {
  if (!differing.includes('features')) return undefined
  const [is, was] = [features(now), features(wanted)]
  const added = was.filter(one => switchableFeatures.has(one) && !is.includes(one))
  const removed = is.filter(one => switchableFeatures.has(one) && !was.includes(one))
  if ([...added, ...removed].every(one => one === 'COMMUNITY' && added.includes(one))) return undefined
  return [...is.filter(one => !removed.includes(one)), ...added]
}

function tellLost(draft: PlanDraft, repair: Repair): void {
  const named = draft.damage.touched.find(({ kind }) => kind === 'guild')
  for (const [field, reason] of Object.entries(lost)) {
    const counts = named && (named.fields === undefined || named.fields.includes(field))
    const [is, was] = [
      draft.damage.now.guild.get(repair.id)?.[field],
      draft.damage.knownGood.guild.get(repair.id)?.[field],
    ]
    if (counts && was !== undefined && is !== was) draft.cannot(repair, reason, field)
  }
}

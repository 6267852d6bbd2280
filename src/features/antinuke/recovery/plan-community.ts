import { type PlanDraft, given, isGone, only } from './plan-draft.ts'
import type { Repair } from './damage.ts'
import { sameField, settableFields } from './compare-fields.ts'
import { idsIn } from './steps.ts'
import { list, type Raw, record } from './raw.ts'

const keyword = 1
const setOfRule = [
  'name',
  'enabled',
  'event_type',
  'trigger_metadata',
  'actions',
  'exempt_roles',
  'exempt_channels',
] as const

/**
 * Discord has neither an event nor an entry for the welcome screen. If it has changed since it was last read, nobody
 * knows who did it: that is reported and left to people.
 */
function tellWelcome(draft: PlanDraft): void {
  const { now, knownGood, isAttack = false } = draft.damage
  if (!isAttack || draft.repairs('welcome').length > 0) return
  for (const [id, was] of knownGood.welcome) {
    const is = now.welcome.get(id)
    const fields = is ? settableFields('welcome').filter(field => field in was && field in is) : []
    if (fields.some(field => !sameField('welcome', field, is?.[field], was[field])))
      draft.cannot(
        { kind: 'welcome', id },
        'It is not as it was when I last read it. Discord does not say who changed it, so I left it alone. Check it yourself.',
      )
  }
}

/** Plans AutoMod, onboarding, the welcome screen and the widget. */
export function planCommunitySettings(draft: PlanDraft): void {
  tellWelcome(draft)
  for (const repair of draft.repairs('rule')) planRule(draft, repair)
  const community = draft.community === undefined ? [] : [draft.community]
  const settings = [
    ['onboarding', onboardingBody],
    ['welcome', welcomeBody],
    ['widget', (_draft: PlanDraft, { wanted, differing }: Repair) => only(wanted, differing)],
  ] as const
  for (const [kind, bodyOf] of settings)
    for (const repair of draft.repairs(kind)) {
      if (repair.differing.length === 0) continue
      const body = bodyOf(draft, repair)
      draft.add({ do: 'edit', kind, id: repair.id, body }, [...draft.makersOf(body), ...community])
    }
}

/**
 * A server can have one rule of each kind except keywords: where another one is there, it is changed into the old one.
 */
function planRule(draft: PlanDraft, repair: Repair): void {
  const { id, wanted, differing } = repair
  if (!isGone(repair)) {
    const body = only(
      wanted,
      setOfRule.filter(field => differing.includes(field)),
    )
    if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind: 'rule', id, body }, draft.makersOf(body))
    return
  }
  const alike = (state: Raw | undefined) => state?.['trigger_type'] === wanted['trigger_type']
  const [adopt] =
    wanted['trigger_type'] === keyword
      ? []
      : [...draft.damage.now.rule].flatMap(([other, state]) => (alike(state) ? [other] : []))
  const body = { ...given(wanted, setOfRule), ...(adopt === undefined && { trigger_type: wanted['trigger_type'] }) }
  draft.add({ do: 'create', kind: 'rule', id, body, ...(adopt !== undefined && { adopt }) }, draft.makersOf(body))
}

/** Discord reads emoji under other names than those under which it writes them. */
const emojiOf = (value: unknown) => {
  const { id, name, animated } = record(value)
  return { ...(id ? { emoji_id: id, emoji_animated: animated === true } : {}), ...(name ? { emoji_name: name } : {}) }
}

function onboardingBody(_draft: PlanDraft, { wanted, differing }: Repair): Record<string, unknown> {
  const body = only(wanted, differing)
  if (!('prompts' in body)) return body
  const prompts = list(body['prompts']).map(prompt => ({
    ...only(prompt, ['id', 'title', 'single_select', 'required', 'in_onboarding', 'type']),
    options: list(prompt['options']).map(option => ({
      ...only(option, ['id', 'title']),
      ...(option['description'] ? { description: option['description'] } : {}),
      ...emojiOf(option['emoji']),
      role_ids: idsIn(option['role_ids']),
      channel_ids: idsIn(option['channel_ids']),
    })),
  }))
  return { ...body, prompts }
}

function welcomeBody({ damage, able }: PlanDraft, { wanted, differing }: Repair): Record<string, unknown> {
  const shown = (state: Raw | undefined) => idsIn(state?.['features']).includes('WELCOME_SCREEN_ENABLED')
  const was = shown(damage.knownGood.guild.get(able.guildId))
  const body = only(wanted, differing)
  const channels = list(body['welcome_channels']).map(channel =>
    given(channel, ['channel_id', 'description', 'emoji_id', 'emoji_name']),
  )
  return {
    ...body,
    ...('welcome_channels' in body && { welcome_channels: channels }),
    ...(was !== shown(damage.now.guild.get(able.guildId)) && { enabled: was }),
  }
}

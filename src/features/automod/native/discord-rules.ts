import {
  type APIAutoModerationRule,
  AutoModerationActionType as ActionType,
  AutoModerationRuleEventType as EventType,
  AutoModerationRuleTriggerType as Trigger,
  DiscordAPIError,
  type Guild,
  type RESTPostAPIAutoModerationRuleJSONBody,
  Routes,
} from 'discord.js'
import { explain, isOutage } from '#kit/discord-errors.ts'
import { cut } from '#kit/template.ts'
import type { NativeRule } from './rule-translation.ts'

const reason = 'Kept in step with the auto-moderation settings'

const titles: Record<NativeRule['key'], string> = { words: 'words', mentions: 'mentions', spam: 'spam' }
export const ruleNameInDiscord = (product: string, key: NativeRule['key']) => `${product}: ${titles[key]}`

/** The rule in Discord's format. All of it is sent each time, to undo changes by others. */
function bodyOf(rule: NativeRule, product: string): RESTPostAPIAutoModerationRuleJSONBody {
  return {
    name: ruleNameInDiscord(product, rule.key),
    event_type: EventType.MessageSend,
    trigger_type: rule.trigger,
    ...(rule.trigger === Trigger.Keyword && {
      trigger_metadata: { keyword_filter: [...rule.keywords], regex_patterns: [...rule.patterns] },
    }),
    ...(rule.mentions !== null && { trigger_metadata: { mention_total_limit: rule.mentions } }),
    actions: [
      {
        type: ActionType.BlockMessage,
        // Discord documents custom messages only for the keyword trigger.
        ...(rule.trigger === Trigger.Keyword && {
          metadata: { custom_message: 'That has a word that is not allowed here.' },
        }),
      },
    ],
    enabled: true,
    exempt_roles: [...rule.roles],
    exempt_channels: [...rule.channels],
  }
}

const isGone = (error: unknown) => error instanceof DiscordAPIError && error.status === 404

interface DiscordRules {
  list(): Promise<APIAutoModerationRule[]>
  create(rule: NativeRule): Promise<string>
  /** @returns false if the rule no longer exists */
  edit(id: string, rule: NativeRule): Promise<boolean>
  remove(id: string): Promise<void>
}

/** Access to a guild's rules in Discord. Errors from Discord are thrown unchanged. */
export function discordRules({ client: { rest }, id }: Guild, product: string): DiscordRules {
  return {
    list: async () => (await rest.get(Routes.guildAutoModerationRules(id))) as APIAutoModerationRule[],
    async create(rule) {
      const made = await rest.post(Routes.guildAutoModerationRules(id), { body: bodyOf(rule, product), reason })
      return (made as APIAutoModerationRule).id
    },
    async edit(ruleId, rule) {
      const { trigger_type: _fixed, ...body } = bodyOf(rule, product)
      try {
        await rest.patch(Routes.guildAutoModerationRule(id, ruleId), { body, reason })
        return true
      } catch (error) {
        if (isGone(error)) return false
        throw error
      }
    },
    async remove(ruleId) {
      try {
        await rest.delete(Routes.guildAutoModerationRule(id, ruleId), { reason })
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
  }
}

/** Why Discord refused a rule, as a sentence; undefined for an outage and other errors. */
export function refusalSentence(error: unknown): string | undefined {
  if (error instanceof DiscordAPIError && error.status === 403)
    return "I lack Manage Server, without which I cannot write Discord's AutoMod rules."
  // Discord answers 50035 both if a guild has no room for another rule of the kind and if it rejects a value.
  if (error instanceof DiscordAPIError && error.status === 400)
    return /MAX_RULES/.test(JSON.stringify(error.rawError))
      ? 'This server has as many AutoMod rules of that kind as Discord allows. Delete one in Server Settings > AutoMod.'
      : cut(`Discord does not accept this rule: ${error.message}`, 300)
  return isOutage(error) ? undefined : explain(error)?.message
}

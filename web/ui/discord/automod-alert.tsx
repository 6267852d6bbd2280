import type { APIEmbed } from 'discord-api-types/v10'
import { Markdown } from './markdown/view.tsx'

/** Whether an embed is an alert of Discord's AutoMod. Its fields are values for a client, not text for a reader. */
export const isAutomodAlert = (embed: APIEmbed) => String(embed.type) === 'auto_moderation_message'

/** What AutoMod caught: the words, the keyword and the rule, as Discord's clients show them. */
export function AutomodAlert({ embed }: { embed: APIEmbed }) {
  const values = Object.fromEntries((embed.fields ?? []).map(({ name, value }) => [name, value]))
  const minutes = Math.round(Number(values['timeout_duration'] ?? 0) / 60)
  const parts = [
    values['keyword'] && `Keyword: ${values['keyword']}`,
    values['rule_name'] && `Rule: ${values['rule_name']}`,
    minutes > 0 && `Timeout: ${minutes} min`,
    values['decision_outcome'] === 'blocked' ? 'Blocked' : 'Flagged',
  ].filter(Boolean)
  return (
    <div className="embed">
      <div className="embed-main">
        {values['channel_id'] && (
          <div className="embed-author">
            <Markdown line text={`<#${values['channel_id']}>`} />
          </div>
        )}
        {embed.description && <Markdown text={embed.description} />}
        <div className="embed-footer">{parts.join(' • ')}</div>
      </div>
    </div>
  )
}

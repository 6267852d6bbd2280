import { type APIActionRowComponent, type APIButtonComponentWithURL, ButtonStyle, ComponentType } from 'discord.js'

/** A row of link buttons; those without a URL are left out. */
export const linkRow = (
  links: readonly [label: string, url: string | undefined][],
): APIActionRowComponent<APIButtonComponentWithURL> => ({
  type: ComponentType.ActionRow,
  components: links.flatMap(([label, url]): APIButtonComponentWithURL[] =>
    url === undefined ? [] : [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }],
  ),
})

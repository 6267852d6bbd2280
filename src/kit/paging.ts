import { type APIActionRowComponent, type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord.js'

/**
 * The row of buttons that lead to the previous and the next page.
 * @param page from 0
 * @param idOf the custom id that leads to a page
 */
export function pageButtons(
  page: number,
  pages: number,
  idOf: (page: number) => string,
): APIActionRowComponent<APIButtonComponentWithCustomId> {
  const turn = (label: string, to: number): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: idOf(to),
    disabled: to < 0 || to >= pages,
  })
  return { type: ComponentType.ActionRow, components: [turn('Previous', page - 1), turn('Next', page + 1)] }
}

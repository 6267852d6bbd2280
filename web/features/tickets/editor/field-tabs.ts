/** The fields of each tab; all others are in the embed editor. */
const tabs = {
  panel: ['title', 'description', 'channel_id', 'categories', 'color', 'button_', 'required_inputs'],
  hours: ['hours', 'first_response_goal', 'resolution_goal', 'outside'],
  embed: ['footer', 'image', 'thumbnail', 'close_button', 'welcome_message', 'open_', 'more_embeds'],
} as const

/** The tab in which a field of a panel is edited. */
export const tabOf = (path: string) =>
  (Object.keys(tabs) as (keyof typeof tabs)[]).find(tab => tabs[tab].some(start => path.startsWith(start))) ?? 'tickets'

/** The path of the list of open tickets, for a link to `/manage/$guildId/$`. */
export const openTicketsPlace = 'tickets/open'
/** The path of the page of a ticket. */
export const ticketPlace = (ticketId: number): string => `${openTicketsPlace}/${ticketId}`

/** Where the list of open tickets lies, for a link to `/manage/$guildId/$`. */
export const openTicketsPlace = 'tickets/open'
/** Where a ticket is read and answered. */
export const ticketPlace = (ticketId: number): string => `${openTicketsPlace}/${ticketId}`

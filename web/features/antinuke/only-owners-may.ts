/** Why somebody may not do something that extra owners may. @param act the act, as it follows 'may' */
export const onlyOwnersMay = (act = 'do that'): string => `Only the server owner and extra owners may ${act}.`

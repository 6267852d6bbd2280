/** Why somebody may not do what extra owners may. @param act what they may not, as after 'may' */
export const onlyOwnersMay = (act = 'do that'): string => `Only the server owner and extra owners may ${act}.`

/** Returns its input. */
export default <T>(input: T): T => input

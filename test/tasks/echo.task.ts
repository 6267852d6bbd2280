/** Answers what it is given. */
export default <T>(input: T): T => input

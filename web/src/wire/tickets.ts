/** The number of a ticket as people count, from 1: the server's indexes of tickets begin at 0. */
export const ticketNumber = (index: number): number => index + 1;

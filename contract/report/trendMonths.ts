/** Number of months of the trend on the dashboard. The last one is the current month. */
export const trendMonths = 12

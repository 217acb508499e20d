export function HistoryPage({ tab }: { tab: "giveaways" | "shop" }) {
  return <h1>{tab}</h1>;
}

import { ToggleGroup } from "@/ui/ToggleGroup";
import { SearchField } from "./SearchField";
import * as texts from "./texts/en";

type ListBarProps<Order extends string> = {
  /** The name of the search field. */
  label: string;
  placeholder: string;
  /** What is searched for. */
  text: string;
  onSearch: (text: string) => void;
  orders: readonly { value: Order; label: string }[];
  order: Order;
  onOrder: (order: Order) => void;
};

/** What stands over a long list: the search, and what comes first. */
export function ListBar<Order extends string>({
  orders,
  order,
  onOrder,
  ...search
}: ListBarProps<Order>) {
  return (
    <div className="grid items-center gap-4 xl:grid-cols-[minmax(16rem,1fr)_auto]">
      <SearchField {...search} />
      <div className="overflow-x-auto whitespace-nowrap">
        <ToggleGroup label={texts.sortBy} options={orders} value={order} onValueChange={onOrder} />
      </div>
    </div>
  );
}

import { LogOut } from "lucide-react";
import { useState } from "react";
import { MaintenanceHouse } from "../art/MaintenanceHouse";
import { Button } from "../Button";
import { Dialog, Sheet } from "../Dialog";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../Menu";

/** What opens over the page: dialog, sheets, menu. */
export function OverlaySamples() {
  const [open, setOpen] = useState<"dialog" | "art" | "long" | "left" | "right" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen("dialog")}>Dialog</Button>
      <Button onClick={() => setOpen("art")}>Dialog with a drawing</Button>
      <Button onClick={() => setOpen("long")}>Dialog that scrolls</Button>
      <Button onClick={() => setOpen("left")}>Sheet, left</Button>
      <Button onClick={() => setOpen("right")}>Sheet, right</Button>
      <Menu trigger={<Button>Menu</Button>} align="start">
        <MenuLabel>rory@example.com</MenuLabel>
        <MenuSeparator />
        <MenuItem>Account</MenuItem>
        <MenuItem tone="danger" icon={<LogOut aria-hidden="true" className="size-4" />}>
          Sign Out
        </MenuItem>
      </Menu>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Insufficient Points"
        description="You don't have enough points to place this bet!"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="gold" onClick={close}>
              OK
            </Button>
          </>
        }
      />
      <Dialog
        open={open === "art"}
        onOpenChange={close}
        title="Dice Under Maintenance"
        description="The Dice game is currently being updated. Please check back soon!"
        art={<MaintenanceHouse />}
        actions={<Button onClick={close}>OK</Button>}
      />
      <Dialog open={open === "long"} onOpenChange={close} title="More than fits">
        <ol className="mt-4 flex list-inside list-decimal flex-col gap-3 text-muted">
          {Array.from({ length: 30 }, (_, line) => (
            <li key={line}>A line of a long dialog.</li>
          ))}
        </ol>
      </Dialog>
      <Sheet side="left" title="Menu" open={open === "left"} onOpenChange={close}>
        <p className="px-6 py-4 text-muted">What the menu holds.</p>
      </Sheet>
      <Sheet side="right" title="Details" open={open === "right"} onOpenChange={close}>
        <p className="px-6 py-4 text-muted">What the panel holds.</p>
      </Sheet>
    </div>
  );
}

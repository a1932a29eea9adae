import { type RefObject, useEffect, useState } from "react";

/** Whether something of a field is selected, while the focus is in its form. */
export const useHasSelection = (field: RefObject<HTMLTextAreaElement | null>): boolean => {
  const [isSelected, setSelected] = useState(false);
  useEffect(() => {
    const update = () => {
      const element = field.current;
      const isInForm = element?.form?.contains(document.activeElement) ?? false;
      setSelected(element !== null && isInForm && element.selectionEnd > element.selectionStart);
    };
    // A finger that moves a selection's end is told by the first of them alone, a script's selection by the second.
    const events = ["selectionchange", "select", "focusin", "keyup", "pointerup"] as const;
    for (const event of events) document.addEventListener(event, update);
    return () => {
      for (const event of events) document.removeEventListener(event, update);
    };
  }, [field]);
  return isSelected;
};

// All pages work without this. It drops empty filters from addresses, and keeps a form from being sent twice.
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    for (const field of form.elements) {
      if (form.method === "get" && field.name && !field.value.trim()) field.disabled = true;
    }
    if (form.method === "post") {
      setTimeout(() => form.querySelectorAll("button").forEach((button) => (button.disabled = true)));
    }
  });
}

// A page that was restored by the back button is usable again.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    document.querySelectorAll("form [disabled]").forEach((field) => (field.disabled = false));
  }
});

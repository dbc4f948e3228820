extension DependencyGraphPage {
    /// The part of the script that follows the mouse, the wheel and the keys.
    static let input = #"""
        function select(id) {
          selected = id;
          history.replaceState(null, "", id === null ? location.pathname + location.search : "#" + encodeURIComponent(id));
          draw();
        }
        function step(distance) {
          const ids = [...list.querySelectorAll("button")].map(button => button.dataset.id);
          if (!ids.length) return;
          const index = ids.indexOf(selected);
          select(ids[index < 0 ? (distance > 0 ? 0 : ids.length - 1) : (index + distance + ids.length) % ids.length]);
        }

        for (const scope of scopes) {
          const button = make("button", { "aria-pressed": false, "data-scope": scope }, scope);
          button.addEventListener("click", () => {
            if (!chosen.delete(scope)) chosen.add(scope);
            button.setAttribute("aria-pressed", chosen.has(scope));
            draw();
          });
          find("#scopes").append(button);
        }
        search.addEventListener("input", () => { query = search.value.trim().toLowerCase(); selected = null; draw(); });
        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const isTyping = document.activeElement === search;
          if (event.key === "Escape") { if (isTyping) search.blur(); select(null); }
          else if (event.key === "ArrowDown") { step(1); event.preventDefault(); }
          else if (event.key === "ArrowUp") { step(-1); event.preventDefault(); }
          else if (event.key === "Enter" && isTyping && selected === null) step(1);
          else if (isTyping) return;
          else if (event.key === "/") { search.focus(); search.select(); event.preventDefault(); }
          else if (event.key === "+" || event.key === "=") zoom(.8);
          else if (event.key === "-") zoom(1.25);
        });
        let held = null, moved = false;
        svg.addEventListener("pointerdown", event => { held = event; moved = false; });
        addEventListener("pointermove", event => {
          if (!held) return;
          const scale = box.width / svg.clientWidth, [dx, dy] = [event.clientX - held.clientX, event.clientY - held.clientY];
          if (!moved && Math.hypot(dx, dy) < 4) return;
          moved = true;
          held = event;
          box.x -= dx * scale;
          box.y -= dy * scale;
          look();
        });
        addEventListener("pointerup", () => { held = null; });
        svg.addEventListener("click", () => { if (!moved && selected !== null) select(null); });
        svg.addEventListener("wheel", event => {
          const frame = svg.getBoundingClientRect();
          const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
          zoom(Math.exp(event.deltaY / 500), x / frame.width, y / frame.height);
          event.preventDefault();
        }, { passive: false });
        addEventListener("resize", () => fit(selected !== null));
        const named = decodeURIComponent(location.hash.slice(1));
        selected = byID.has(named) ? named : null;
        draw();

        """#
}

extension DependencyGraphPage {
    /// The part of the script that draws the picture, the list and the details.
    static let drawing = #"""
        const cut = (text, width) => text.length * 7.2 > width - 16 ? text.slice(0, Math.floor((width - 24) / 7.2)) + "…" : text;

        function draw() {
          const node = selected && byID.get(selected);
          const near = node && new Set([...reach(node, "out", "to"), ...reach(node, "in", "from")]);
          shown = graph.nodes.filter(matches);
          const drawn = near ? graph.nodes.filter(node => near.has(node.id)) : graph.nodes;
          const edges = layout(drawn);
          view.replaceChildren();
          const dim = new Set(near ? [] : graph.nodes.filter(node => !matches(node)).map(node => node.id));
          for (const edge of edges) {
            const from = byID.get(edge.from), to = byID.get(edge.to), isBack = from.x >= to.x;
            const [x1, y1] = [from.x + (isBack && from === to ? from.width / 2 : from.width), from.y + from.height / 2];
            const [x2, y2] = [isBack && from.x !== to.x ? to.x + to.width : to.x, to.y + to.height / 2];
            const bend = isBack ? 70 : Math.max(30, (x2 - x1) / 2);
            const curve = `C${x1 + bend} ${y1} ${isBack ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
            const path = make("path", { d: `M${x1} ${y1}${curve}`,
              "marker-end": "url(#arrow)", class: ["edge", edge.kind, edge.fault ? "fault" : "",
                selected && (edge.from === selected || edge.to === selected) ? "near" : "",
                dim.has(edge.from) || dim.has(edge.to) ? "dim" : ""].join(" ") });
            path.append(make("title", {}, `${edge.from} → ${edge.to} (${edge.kind}${edge.fault ? ", " + edge.fault : ""})`));
            view.append(path);
          }
          for (const node of drawn) {
            const kind = [isKept(node) ? "kept" : "", node.kind === "missing" ? "missing" : "",
              node.id === selected ? "selected" : "", dim.has(node.id) ? "dim" : ""].join(" ");
            const group = make("g", { class: "node " + kind, transform: `translate(${node.x} ${node.y})`, tabindex: -1,
              "data-id": node.id }, make("title", {}, node.id),
              make("rect", { width: node.width, height: node.height, rx: isKept(node) ? 14 : 5 }),
              make("text", { x: 10, y: 19 }, cut(node.id, node.width)),
              make("text", { x: 10, y: 34, class: "scope" }, subtitle(node)));
            group.addEventListener("click", event => { if (!moved) select(node.id); event.stopPropagation(); });
            view.append(group);
          }
          const right = Math.max(200, ...drawn.map(node => node.x + node.width));
          const bottom = Math.max(100, ...drawn.map(node => node.y + node.height));
          size = { x: -30, y: -30, width: right + 60, height: bottom + 60 };
          fit(near);
          drawList();
          drawDetail(node);
        }

        function fit(leavesRoom) {
          const { clientWidth: width, clientHeight: height } = svg;
          const room = leavesRoom ? Math.min(340, width / 3) : 0;
          const fitting = Math.min((width - room) / size.width, height / size.height, 1.4);
          // The neighbours of a service stay readable, even if not all of them fit into the window.
          const scale = leavesRoom ? Math.max(fitting, .8) : fitting;
          const [w, h] = [width / scale, height / scale];
          const node = scale > fitting ? byID.get(selected) : null;
          const x = node ? node.x + node.width / 2 : size.x + size.width / 2;
          const y = node ? node.y + node.height / 2 : size.y + size.height / 2;
          box = { x: x - (w - room / scale) / 2, y: y - h / 2, width: w, height: h };
          look();
        }
        const look = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
        function zoom(factor, x = .5, y = .5) {
          box = { x: box.x + box.width * (1 - factor) * x, y: box.y + box.height * (1 - factor) * y,
            width: box.width * factor, height: box.height * factor };
          look();
        }

        function drawList() {
          const sorted = [...shown].sort((a, b) => a.id.localeCompare(b.id));
          list.replaceChildren(...sorted.map(node => {
            const button = make("button", { title: node.id, "data-id": node.id, "aria-current": node.id === selected,
              class: isFaulty(node) ? "faulty" : "" }, node.id);
            button.addEventListener("click", () => select(node.id));
            return make("li", {}, button);
          }));
          const missing = graph.nodes.filter(node => node.kind === "missing");
          const faults = graph.edges.filter(edge => edge.fault).length + missing.length;
          find("#count").textContent = `${shown.length} of ${graph.nodes.length} services` + (faults ? `, ${faults} ${faults === 1 ? "fault" : "faults"}` : "");
          list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
        }

        function drawDetail(node) {
          detail.hidden = !node;
          if (!node) return;
          const links = (title, edges, end) => !edges.length ? [] : [make("h2", {}, `${title} (${edges.length})`),
            ...edges.map(edge => {
              const note = edge.fault ?? (edge.kind === "eager" ? "" : edge.kind);
              const button = make("button", { "data-id": edge[end], title: edge[end] }, edge[end] + " ",
                make("em", { class: edge.fault ? "fault" : "" }, note));
              button.addEventListener("click", () => select(edge[end]));
              return button;
            })];
          detail.replaceChildren(make("h1", {}, node.id),
            make("p", {}, [node.kind, node.scope].filter(text => text).join(", ")), make("p", {}, node.location ?? ""),
            ...links("Depends on", node.out, "to"), ...links("Needed by", node.in, "from"));
        }

        """#
}

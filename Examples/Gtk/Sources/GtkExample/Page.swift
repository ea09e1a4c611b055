import CGtk4

/// The contents of the window, in the format of GtkBuilder.
enum Page {
  static let text = """
    <interface>
      <object class="GtkWindow" id="window">
        <property name="title">nightd</property>
        <property name="default-width">720</property>
        <property name="default-height">320</property>
        <property name="titlebar">
          <object class="GtkHeaderBar">
            <child type="start">
              <object class="GtkButton" id="toggle">
                <property name="label">Toggle the desktop</property>
                <style><class name="primary"/></style>
              </object>
            </child>
            <child type="end">
              <object class="GtkLabel" id="now"><style><class name="less"/></style></object>
            </child>
          </object>
        </property>
        <child>
          <object class="GtkBox">
            <property name="homogeneous">1</property>
            \(panel(in: "following", "This panel follows", choiceRow))
            \(panel(in: "pinned", "This panel stays light", staysLight))
          </object>
        </child>
      </object>
    </interface>
    """

  private static let staysLight = label("The rest of the window may be dark.", classes: "less")

  /// The buttons of `ChoiceRow`; only one of them is pressed at a time.
  private static let choiceRow: String = {
    let buttons = [("follow", "As the desktop"), ("light", "Light"), ("dark", "Dark")].map {
      let group = $0 == "follow" ? "" : "<property name=\"group\">follow</property>"
      return """
        <child>
          <object class="GtkToggleButton" id="\($0)">
            <property name="label">\($1)</property>\(group)
          </object>
        </child>
        """
    }
    return """
      <object class="GtkBox" id="choice">
        <style><class name="linked"/></style>\(buttons.joined())
      </object>
      """
  }()

  private static func panel(in part: String, _ title: String, _ row: String) -> String {
    let swatches = Rules.swatches.map { role, _ in
      let name = role.name ?? ""
      return "<child>\(label(name, classes: "swatch", name))</child>"
    }
    let labels = [
      label(title, classes: "title"),
      row,
      label("&lt;a href='https://www.freedesktop.org'&gt;A link&lt;/a&gt; and its text"),
      label("Errors have this colour.", id: "message-\(part)", classes: "problem"),
    ]
    return """
      <child>
        <object class="GtkBox">
          <style><class name="\(part)"/></style>
          <child>
            <object class="GtkBox">
              <property name="orientation">vertical</property>
              <property name="spacing">10</property>
              <property name="hexpand">1</property>
              <property name="margin-top">18</property>
              <property name="margin-bottom">18</property>
              <property name="margin-start">18</property>
              <property name="margin-end">18</property>
              <style><class name="card"/></style>
              \(labels.map { "<child>\($0)</child>" }.joined())
              <child>
                <object class="GtkFlowBox">
                  <property name="selection-mode">none</property>
                  <property name="max-children-per-line">3</property>
                  <property name="min-children-per-line">3</property>
                  <property name="row-spacing">6</property>
                  <property name="column-spacing">6</property>
                  <property name="homogeneous">1</property>
                  \(swatches.joined())
                </object>
              </child>
            </object>
          </child>
        </object>
      </child>
      """
  }

  private static func label(_ text: String, id: String? = nil, classes: String...) -> String {
    let attribute = id.map { " id='\($0)'" } ?? ""
    let style = classes.map { "<class name=\"\($0)\"/>" }.joined()
    return """
      <object class="GtkLabel"\(attribute)>
        <property name="label">\(text)</property>
        <property name="use-markup">1</property>
        <property name="wrap">1</property>
        <property name="xalign">0</property>
        <style>\(style)</style>
      </object>
      """
  }
}
